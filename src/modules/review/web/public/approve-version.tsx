import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import { taskUpdatePath } from "#core/paths.ts";
import { notifyThisClient } from "#core/web/realtime.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { Button } from "#ui/button.tsx";
import { showErrorToast } from "#ui/error-toast.ts";
import { LazyAlertDialog } from "#ui/lazy-alert-dialog.tsx";

import { approveVersion } from "../queries.ts";

/** Button with a confirmation that approves a version and continues with the details of the video. */
export function ApproveVersion({ taskId, version }: { taskId: number; version: number }) {
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);
  const approve = useMutation({
    mutationFn: () => approveVersion(taskId, version),
    onSuccess: () => void navigate(taskUpdatePath(taskId)),
    onError: (error) => {
      setIsConfirming(false);
      showErrorToast(error);
      notifyThisClient(taskChanged, { taskId });
    },
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
        onConfirm={() => approve.mutate()}
      />
    </>
  );
}
