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
