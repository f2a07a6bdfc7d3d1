import { lazy, useState } from "react";
import { Link } from "react-router";

import { checkProgressPath, taskUpdatePath } from "#core/paths.ts";
import { useVersionCheck } from "#modules/checks/web/public/version-check.tsx";
import { useCountOpenComments } from "#modules/feedback/web/public/use-open-comments.ts";
import { usePublishNext } from "#modules/publishing/web/public/use-publish-next.ts";
import type { Preview } from "#modules/review/contract/versions.ts";
import { ApproveVersion } from "#modules/review/web/public/approve-version.tsx";
import { DownloadOriginal } from "#modules/review/web/public/download-original.tsx";
import { UndoApproval } from "#modules/review/web/public/undo-approval.tsx";
import { allows } from "#modules/tasks/rules/stages.ts";
import { can } from "#modules/tasks/web/public/can.ts";
import { buttonClass } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";
import { DialogBoundary } from "#ui/dialog-boundary.tsx";

const RejectDialog = lazy(async () => ({
  default: (await import("#modules/feedback/web/public/reject-dialog.tsx")).RejectDialog,
}));

/** The next step of those who decide and publish: Reject and Approve during review, then a way back and a link to publishing. */
export function Decision({ preview }: { preview: Preview }) {
  const { stage, taskId, version } = preview;
  const [rejecting, setRejecting] = useState(false);
  const decides = can(preview, "decide");
  const publishes = can(preview, "publish");
  const isInReview = version?.state === "in_review" && allows(stage, "approve");
  const countOpenComments = useCountOpenComments(taskId, version?.number ?? 0);
  const openFindings = useVersionCheck(taskId, version?.number).open ?? 0;
  const next = usePublishNext(taskId, { wanted: isInReview && decides && publishes });
  if (isInReview) {
    if (!decides) return null;
    return (
      <>
        <Button onClick={() => setRejecting(true)}>Reject</Button>
        <ApproveVersion
          taskId={taskId}
          version={version.number}
          countOpenComments={countOpenComments}
          openFindings={openFindings}
          approvals={preview.approvals}
          next={publishes ? next : null}
        />
        {rejecting && (
          <DialogBoundary onClose={() => setRejecting(false)}>
            <RejectDialog preview={preview} version={version.number} onClose={() => setRejecting(false)} />
          </DialogBoundary>
        )}
      </>
    );
  }
  if (allows(stage, "start_publishing")) {
    return (
      <>
        {version?.state === "approved" && publishes && <DownloadOriginal taskId={taskId} />}
        {version?.state === "approved" && decides && (
          <UndoApproval
            taskId={taskId}
            version={version}
            editorName={preview.editorLeft ? null : preview.editor.name}
          />
        )}
        {publishes && (
          <Link to={taskUpdatePath(taskId)} className={buttonClass("primary")}>
            Publish details
          </Link>
        )}
      </>
    );
  }
  if (!publishes) return null;
  if (allows(stage, "publish")) {
    return (
      <>
        <DownloadOriginal taskId={taskId} />
        <Link to={checkProgressPath(taskId)} className={buttonClass()}>
          Check progress
        </Link>
      </>
    );
  }
  if (stage === "published" && version?.state === "approved" && version.playable) {
    return <DownloadOriginal taskId={taskId} />;
  }
  return null;
}
