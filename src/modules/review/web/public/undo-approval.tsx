import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";

import { notifyThisClient } from "#core/web/realtime.ts";
import type { Version } from "#modules/review/contract.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { Button } from "#ui/button.tsx";
import { showErrorToast } from "#ui/error-toast.ts";
import { formatTimeLeft } from "#ui/format.ts";
import { LazyAlertDialog } from "#ui/lazy-alert-dialog.tsx";

import { undoApproval } from "../queries.ts";

interface UndoApprovalProps {
  taskId: number;
  version: Pick<Version, "number" | "windowSecondsLeft" | "reviewEndsAt">;
  /** Null if the editor has left. */
  editorName: string | null;
}

/** Button with a confirmation that puts an approved version back into review. */
export function UndoApproval({ taskId, version, editorName }: UndoApprovalProps) {
  const { number, windowSecondsLeft, reviewEndsAt } = version;
  const [isConfirming, setIsConfirming] = useState(false);
  const undo = useMutation({
    mutationFn: () => undoApproval(taskId, number),
    onSuccess: (message) => toast.success(message),
    onError: (error) => showErrorToast(error),
    onSettled: () => {
      setIsConfirming(false);
      notifyThisClient(taskChanged, { taskId });
    },
  });
  // After a failed publication the window is running, and the countdown shows it.
  const isStopped = reviewEndsAt === null && windowSecondsLeft !== null;
  const left = isStopped ? ` with ${formatTimeLeft(windowSecondsLeft)}` : "";
  const notified = editorName === null ? "" : `, and ${editorName} is notified`;
  return (
    <>
      <Button onClick={() => setIsConfirming(true)}>Back to review</Button>
      <LazyAlertDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Go back to review?"
        description={`This undoes your approval. The review window of version ${number} continues${left}${notified}.`}
        confirmLabel="Back to review"
        busy={undo.isPending && "Going back..."}
        onConfirm={() => undo.mutate()}
      />
    </>
  );
}
