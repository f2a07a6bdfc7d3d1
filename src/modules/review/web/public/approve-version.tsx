import { useState } from "react";
import { useNavigate } from "react-router";
import { toast } from "sonner";

import { taskUpdatePath } from "#core/paths.ts";
import { useChange } from "#core/web/use-change.ts";
import type { Approval } from "#modules/review/contract/approval.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { can } from "#modules/tasks/web/public/can.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Button } from "#ui/button.tsx";

import { UndoOwnApproval } from "../approvals/undo-own-approval.tsx";
import { type OpenComments, StillOpenNote } from "./open-comments.tsx";

interface ApproveVersionProps {
  taskId: number;
  version: number;
  /** Comments that an approval leaves open. */
  openComments: OpenComments | null;
  onOpen: () => void;
  /** The decisions of all who have to approve the version; empty where one approval is enough. */
  approvals: readonly Approval[];
  /** Whether the user continues with publishing. */
  publishes: boolean;
}

/** Button with a confirmation that approves a version and continues with the details of the video. */
export function ApproveVersion({
  taskId,
  version,
  openComments,
  onOpen,
  approvals,
  publishes,
}: ApproveVersionProps) {
  const user = useUser();
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);
  const approve = useChange(reviewEndpoints.approve, {
    onSuccess: ({ data }) => {
      const approved = data.stage !== "in_review";
      if (approved && can(data, "publish")) return void navigate(taskUpdatePath(taskId));
      setIsConfirming(false);
      const others = approved ? "" : " Others have still to approve it.";
      toast.success(`You approved this version.${others}`);
    },
    onError: () => setIsConfirming(false),
  });
  const approved = approvals.some(({ person, approvedAt }) => person.id === user?.id && approvedAt !== null);
  const missing = approvals.filter(({ required, approvedAt }) => required && approvedAt === null);
  // Nothing is missing once the requirement of another approval has ended: approving again completes it.
  if (approved && missing.length > 0) return <UndoOwnApproval taskId={taskId} version={version} />;
  const waitsForOthers = missing.some(({ person }) => person.id !== user?.id);
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
      <AlertDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={`Approve version ${version}?`}
        description={
          <>
            {approvals.length > 0 && !waitsForOthers && "All others have approved it. "}
            {waitsForOthers
              ? "It is approved once everyone whose approval is required has approved it. Until then, you can undo your approval."
              : publishes
                ? "Next, you fill in the details and publish. You can go back to review until publishing starts."
                : "Those who publish fill in the details next. You can go back to review until publishing starts."}
            {openComments && (
              <StillOpenNote openComments={openComments} onFollow={() => setIsConfirming(false)} />
            )}
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
