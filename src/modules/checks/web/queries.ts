import { endpointQuery } from "#core/web/endpoint-query.ts";

import { checksEndpoints } from "../contract/checks.ts";
import { checkKey, creatorSpecificationKey, loudnessKey, taskSpecificationKey } from "./query-keys.ts";

export function checkReportQuery(taskId: number, version: number) {
  return endpointQuery({
    queryKey: [...checkKey, taskId, version] as const,
    endpoint: checksEndpoints.checkReport,
    input: { params: { id: taskId }, query: { version } },
    fallback: "The check couldn't be loaded.",
  });
}

export function loudnessQuery(taskId: number, version: number) {
  return endpointQuery({
    queryKey: [...loudnessKey, taskId, version] as const,
    endpoint: checksEndpoints.loudnessCurve,
    input: { params: { id: taskId }, query: { version } },
  });
}

export function taskSpecificationQuery(taskId: number) {
  return endpointQuery({
    queryKey: [...taskSpecificationKey, taskId] as const,
    endpoint: checksEndpoints.taskSpecification,
    input: { params: { id: taskId } },
  });
}

/** The specification of the user's tasks. */
export const creatorSpecificationQuery = endpointQuery({
  queryKey: creatorSpecificationKey,
  endpoint: checksEndpoints.creatorSpecification,
  input: { query: {} },
});
