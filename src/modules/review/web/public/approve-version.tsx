import { useState } from "react";
import { useNavigate } from "react-router";

import { taskUpdatePath } from "#core/paths.ts";
import { useChange } from "#core/web/use-change.ts";
import { reviewEndpoints } from "#modules/review/contract.ts";
import { Button } from "#ui/button.tsx";
import { LazyAlertDialog } from "#ui/lazy-alert-dialog.tsx";

import { type OpenRequests, OpenRequestsNote } from "./open-requests.tsx";

interface ApproveVersionProps {
  taskId: number;
  version: number;
  /** Comments that an approval leaves open. */
  requests: OpenRequests | null;
  onOpen: () => void;
}

/** Button with a confirmation that approves a version and continues with the details of the video. */
export function ApproveVersion({ taskId, version, requests, onOpen }: ApproveVersionProps) {
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);
  const approve = useChange(reviewEndpoints.approve, {
    onSuccess: () => void navigate(taskUpdatePath(taskId)),
    onError: () => setIsConfirming(false),
  });
  return (
    <>
      <Button
        variant="signal"
        onClick={() => {
          onOpen();
          setIsConfirming(true);
        }}
      >
        Approve
      </Button>
      <LazyAlertDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={`Approve version ${version}?`}
        description={
          <>
            Next, you fill in the details and publish. You can go back to review until publishing starts.
            {requests && <OpenRequestsNote requests={requests} onFollow={() => setIsConfirming(false)} />}
          </>
        }
        confirmLabel="Approve"
        tone="signal"
        busy={(approve.isPending || approve.isSuccess) && "Approving..."}
        onConfirm={() => approve.mutate({ params: { id: taskId }, body: { version } })}
      />
    </>
  );
}
