import { queryOptions } from "@tanstack/react-query";

import { call } from "#core/web/client.ts";
import { startEndpoints } from "#modules/publishing/contract/start.ts";

import { summaryKey } from "../query-keys.ts";

export function summaryQuery(taskId: number) {
  return queryOptions({
    queryKey: [...summaryKey, taskId] as const,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (
        await call(
          startEndpoints.summary,
          { params: { taskId } },
          { fallback: "Failed to fetch task data", signal },
        )
      ).data,
  });
}
