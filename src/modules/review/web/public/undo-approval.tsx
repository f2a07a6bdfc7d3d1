import { useState } from "react";

import { useChange } from "#core/web/use-change.ts";
import { reviewEndpoints, type Version } from "#modules/review/contract/versions.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { formatTimeLeft } from "#ui/format.ts";

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
  const undo = useChange(reviewEndpoints.undoApproval, {
    successToast: true,
    onSettled: () => setIsConfirming(false),
  });
  // After a failed publication the window is running, and the countdown shows it.
  const isStopped = reviewEndsAt === null && windowSecondsLeft !== null;
  const remainder = isStopped ? ` with ${formatTimeLeft(windowSecondsLeft)}` : "";
  const notified = editorName === null ? "" : `, and ${editorName} is notified`;
  return (
    <>
      <Button onClick={() => setIsConfirming(true)}>Back to review</Button>
      <AlertDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Go back to review?"
        description={`This undoes your approval. The review window of version ${number} continues${remainder}${notified}.`}
        confirmLabel="Back to review"
        busy={undo.isPending && "Going back..."}
        onConfirm={() => undo.mutate({ params: { id: taskId }, body: { version: number } })}
      />
    </>
  );
}
