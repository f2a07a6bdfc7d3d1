import { endpointQuery } from "#core/web/endpoint-query.ts";

import { historyEndpoints } from "../contract/history.ts";
import { historyKey } from "./query-keys.ts";

/** The history of a task, oldest entry first. */
export function historyQuery(taskId: number) {
  const queryKey = [...historyKey, taskId] as const;
  const { history } = historyEndpoints;
  return {
    ...endpointQuery({ queryKey, endpoint: history, input: { params: { id: taskId } } }),
    staleTime: 0,
  };
}
