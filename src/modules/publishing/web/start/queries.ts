import { endpointQuery } from "#core/web/endpoint-query.ts";
import { startEndpoints } from "#modules/publishing/contract/start.ts";

import { summaryKey } from "../query-keys.ts";

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
