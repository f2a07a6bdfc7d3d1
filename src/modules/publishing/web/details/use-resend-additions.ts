import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";

import { showErrorToast } from "#ui/error-toast.ts";

import { publicationsKey } from "../query-keys.ts";
import { detailsQuery, sendAdditions } from "./queries.ts";

/** Sends captions and playlists of a task again to all videos that did not get them. */
export function useResendAdditions(taskId: number) {
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: () => sendAdditions(taskId),
    onSuccess: ({ message }) => {
      toast.success(message);
      void queries.invalidateQueries({ queryKey: detailsQuery(taskId).queryKey });
      void queries.invalidateQueries({ queryKey: publicationsKey });
    },
    onError: (error) => showErrorToast(error),
  });
  return { onRetry: () => sending.mutate(), retrying: sending.isPending };
}
