import { useState } from "react";
import { useNavigate } from "react-router";

import { taskUpdatePath } from "#core/paths.ts";
import { useChange } from "#core/web/use-change.ts";
import { reviewEndpoints } from "#modules/review/contract.ts";
import { Button } from "#ui/button.tsx";
import { LazyAlertDialog } from "#ui/lazy-alert-dialog.tsx";

/** Button with a confirmation that approves a version and continues with the details of the video. */
export function ApproveVersion({ taskId, version }: { taskId: number; version: number }) {
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);
  const approve = useChange(reviewEndpoints.approve, {
    onSuccess: () => void navigate(taskUpdatePath(taskId)),
    onError: () => setIsConfirming(false),
  });
  return (
    <>
      <Button variant="signal" onClick={() => setIsConfirming(true)}>
        Approve
      </Button>
      <LazyAlertDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={`Approve version ${version}?`}
        description="Next, you fill in the details and publish. You can go back to review until publishing starts."
        confirmLabel="Approve"
        tone="signal"
        busy={(approve.isPending || approve.isSuccess) && "Approving..."}
        onConfirm={() => approve.mutate({ params: { id: taskId }, body: { version } })}
      />
    </>
  );
}
