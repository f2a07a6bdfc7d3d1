import { useState } from "react";
import { Link } from "react-router";
import { toast } from "sonner";

import { previewTabPath } from "#core/paths.ts";
import { useAction, useChange } from "#core/web/use-change.ts";
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
  /** Counts the comments that an approval leaves open; null without any. */
  countOpenComments: () => Promise<OpenComments | null>;
  /** Findings of the technical check that nobody has accepted. */
  openFindings: number;
  /** The decisions of all who have to approve the version; empty where one approval is enough. */
  approvals: readonly Approval[];
  /** The user's step after the approval: `open` continues, `ready` if it only asks for the publishing consent. Null for those who don't publish. */
  next: { ready: boolean; open: () => void } | null;
}

/**
 * Button that approves a version and continues with its publication. It asks first if comments are open, or if the approvals of
 * others are missing; others can undo the approval until publishing starts.
 */
export function ApproveVersion(props: ApproveVersionProps) {
  const { taskId, version, countOpenComments, openFindings, approvals, next } = props;
  const user = useUser();
  const [isConfirming, setIsConfirming] = useState(false);
  const approve = useChange(reviewEndpoints.approve, {
    onSuccess: ({ data }) => {
      const approved = data.stage !== "in_review";
      const findings = openFindings > 0 ? ` with ${findingCount(openFindings)}` : "";
      if (approved && can(data, "publish") && next) {
        if (findings && !isConfirming) toast(`You approved this version${findings}.`);
        return next.open();
      }
      setIsConfirming(false);
      const others = approved ? "" : " Others have still to approve it.";
      toast.success(`You approved this version${findings}.${others}`);
    },
    onError: () => setIsConfirming(false),
  });
  const approved = approvals.some(({ person, approvedAt }) => person.id === user?.id && approvedAt !== null);
  const missing = approvals.filter(({ required, approvedAt }) => required && approvedAt === null);
  const waitsForOthers = missing.some(({ person }) => person.id !== user?.id);
  const label = next?.ready && !waitsForOthers ? "Approve and publish" : "Approve";
  const send = () => approve.mutate({ params: { id: taskId }, body: { version } });
  const begin = useAction(countOpenComments, {
    onSuccess: (open) => (open || waitsForOthers ? setIsConfirming(true) : send()),
  });
  // Nothing is missing once the requirement of another approval has ended: approving again completes it.
  if (approved && missing.length > 0) return <UndoOwnApproval taskId={taskId} version={version} />;
  const openComments = begin.data;
  const busy = (begin.isPending || approve.isPending || approve.isSuccess) && "Approving...";
  return (
    <>
      <Button variant="signal" busy={!isConfirming && busy} onClick={() => begin.mutate()}>
        {label}
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
              : nextText(next)}
            {openComments && (
              <StillOpenNote openComments={openComments} onFollow={() => setIsConfirming(false)} />
            )}
            {openFindings > 0 && (
              <OpenFindingsNote
                count={openFindings}
                taskId={taskId}
                onFollow={() => setIsConfirming(false)}
              />
            )}
          </>
        }
        confirmLabel={label}
        tone="signal"
        busy={busy}
        onConfirm={send}
      />
    </>
  );
}

function findingCount(count: number): string {
  return count === 1 ? "1 open finding" : `${count} open findings`;
}

interface OpenFindingsNoteProps {
  count: number;
  taskId: number;
  onFollow: () => void;
}

function OpenFindingsNote({ count, taskId, onFollow }: OpenFindingsNoteProps) {
  const one = count === 1;
  return (
    <span className="mt-3 block border-l-2 border-edge pl-3 text-ink">
      The technical check has {findingCount(count)}. You can approve with {one ? "it" : "them"}.{" "}
      <Link to={previewTabPath(taskId, "check")} onClick={onFollow} className="link">
        {one ? "View it" : "View them"}
      </Link>
    </span>
  );
}

function nextText(next: ApproveVersionProps["next"]): string {
  const step = next
    ? next.ready
      ? "Next, you review the details and publish."
      : "Next, you fill in the details and publish."
    : "Those who publish fill in the details next.";
  return `${step} You can go back to review until publishing starts.`;
}
