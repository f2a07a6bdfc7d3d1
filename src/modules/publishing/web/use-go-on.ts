import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { toast } from "sonner";

import { askWhereToGo } from "./queries.ts";
import { useNoteUploadTask } from "./upload-storage.ts";

/** Goes to an address that the server named: a page of ours, or the platform's consent. The task is kept meanwhile. */
export function useFollow(): (address: string, taskId: number) => void {
  const navigate = useNavigate();
  const noteUploadTask = useNoteUploadTask();
  return (address, taskId) => {
    noteUploadTask(taskId);
    const url = new URL(address);
    if (url.origin === window.location.origin) void navigate(url.pathname + url.search);
    else window.location.assign(address);
  };
}

/** Asks the server where to go on, and goes there. */
export function useGoOn() {
  const follow = useFollow();
  const asking = useMutation({
    mutationFn: askWhereToGo,
    onSuccess: (address, { taskId }) => follow(address, taskId),
    onError: (error) => toast.error(error.message),
  });
  // Leaving for another site takes a moment, in which nothing should be pressed again.
  return { goOn: asking.mutate, going: asking.isPending || asking.isSuccess };
}
