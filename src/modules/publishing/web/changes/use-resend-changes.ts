import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";

import { showErrorToast } from "#ui/error-toast.ts";

import { publicationsKey } from "../query-keys.ts";
import { changesQuery, resendChanges } from "./queries.ts";

/** Sends the changed details of a task again to all destinations that do not have them. */
export function useResendChanges(taskId: number) {
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: () => resendChanges(taskId),
    onSuccess: ({ data: changed, message }) => {
      toast.success(message);
      queries.setQueryData(changesQuery(taskId).queryKey, changed);
      void queries.invalidateQueries({ queryKey: publicationsKey });
    },
    onError: (error) => showErrorToast(error),
  });
  return { onRetry: () => sending.mutate(), retrying: sending.isPending };
}
