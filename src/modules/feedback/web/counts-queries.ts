import { endpointQuery } from "#core/web/endpoint-query.ts";

import { countEndpoints } from "../contract/counts.ts";
import { commentCountsKey } from "./query-keys.ts";

/** The number of open comments on each version. */
export function commentCountsQuery(taskId: number) {
  const queryKey = [...commentCountsKey, taskId];
  const input = { params: { id: taskId } };
  return endpointQuery({ queryKey, endpoint: countEndpoints.commentCounts, input });
}
