import { useMutation, useQueryClient } from "@tanstack/react-query";

import type { Progress } from "#modules/publishing/contract/deliveries.ts";
import { showErrorToast } from "#ui/error-toast.ts";

import { publicationsKey } from "../query-keys.ts";
import { progressQuery } from "./queries.ts";

/** Changes deliveries of a task, and shows the progress that the server responds with. */
export function useDeliveryChange<I>(
  taskId: number,
  change: (input: I) => Promise<Progress>,
  onSettled?: () => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (progress) => {
      queries.setQueryData(progressQuery(taskId).queryKey, progress);
      void queries.invalidateQueries({ queryKey: publicationsKey });
    },
    onError: (error) => showErrorToast(error),
    onSettled: () => onSettled?.(),
  });
}
