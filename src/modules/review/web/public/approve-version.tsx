import { useState } from "react";
import { useNavigate } from "react-router";
import { toast } from "sonner";

import { taskUpdatePath } from "#core/paths.ts";
import { useChange } from "#core/web/use-change.ts";
import { reviewEndpoints } from "#modules/review/contract.ts";
import type { Approval } from "#modules/review/contract/approvals.ts";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { Button } from "#ui/button.tsx";
import { LazyAlertDialog } from "#ui/lazy-alert-dialog.tsx";

import { UndoOwnApproval } from "./approvals.tsx";
import { type OpenRequests, OpenRequestsNote } from "./open-requests.tsx";

interface ApproveVersionProps {
  taskId: number;
  version: number;
  /** Comments that an approval leaves open. */
  requests: OpenRequests | null;
  onOpen: () => void;
  /** The decisions of all who have to approve the version; empty where one approval is enough. */
  approvals: readonly Approval[];
}

/** Button with a confirmation that approves a version and continues with the details of the video. */
export function ApproveVersion({ taskId, version, requests, onOpen, approvals }: ApproveVersionProps) {
  const user = useUser();
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);
  const approve = useChange(reviewEndpoints.approve, {
    onSuccess: ({ data: { stage } }) => {
      if (stage !== "in_review") return void navigate(taskUpdatePath(taskId));
      setIsConfirming(false);
      toast.success("You approved this version. Others have still to approve it.");
    },
    onError: () => setIsConfirming(false),
  });
  if (approvals.some(({ person, approvedAt }) => person.id === user?.id && approvedAt !== null)) {
    return <UndoOwnApproval taskId={taskId} version={version} />;
  }
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
            {approvals.length > 0
              ? "It is approved once everyone whose approval is required has approved it. You can take your approval back until then."
              : "Next, you fill in the details and publish. You can go back to review until publishing starts."}
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
