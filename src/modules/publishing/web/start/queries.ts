import { endpointQuery } from "#core/web/endpoint-query.ts";
import { startEndpoints } from "#modules/publishing/contract/start.ts";

import { readinessKey, summaryKey } from "../query-keys.ts";

export function summaryQuery(taskId: number) {
  return {
    ...endpointQuery({
      queryKey: [...summaryKey, taskId] as const,
      endpoint: startEndpoints.summary,
      input: { params: { taskId } },
      fallback: "Failed to fetch task data",
    }),
    staleTime: 0,
    gcTime: 0,
  };
}

/** Whether nothing but an approved version and the agreement is missing. */
export function readinessQuery(taskId: number) {
  return endpointQuery({
    queryKey: [...readinessKey, taskId] as const,
    endpoint: startEndpoints.readiness,
    input: { params: { taskId } },
  });
}
