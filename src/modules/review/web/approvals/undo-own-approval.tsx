import { useChange } from "#core/web/use-change.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { Button } from "#ui/button.tsx";

/** Takes the user's approval of a version back, while others have still to approve it. */
export function UndoOwnApproval({ taskId, version }: { taskId: number; version: number }) {
  const undo = useChange(reviewEndpoints.undoApproval, {
    fallback: "Your approval couldn't be undone. Try again.",
  });
  return (
    <Button
      busy={undo.isPending && "Undoing..."}
      onClick={() => undo.mutate({ params: { id: taskId }, body: { version } })}
    >
      Undo approval
    </Button>
  );
}
