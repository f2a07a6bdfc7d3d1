import { endpointQuery } from "#core/web/endpoint-query.ts";
import { footageEndpoints } from "#modules/footage/contract/files.ts";

import { readSelections } from "./stored-handles.ts";

/** Stored selections for a task that were not sent completely; read again when this page begins or ends to send to it. */
export function selectionsQuery(taskId: number, isSending: boolean) {
  return {
    queryKey: ["unsent-selections", taskId, isSending] as const,
    queryFn: () => readSelections(taskId),
    staleTime: 0,
    gcTime: 0,
  };
}

/** The overview of a task's files, with the uploads that are not complete. */
export function filesOverviewQuery(taskId: number) {
  return endpointQuery({
    queryKey: ["files-overview", taskId] as const,
    endpoint: footageEndpoints.footageOverview,
    input: { params: { id: taskId } },
    fallback: "The files can't be loaded.",
  });
}
