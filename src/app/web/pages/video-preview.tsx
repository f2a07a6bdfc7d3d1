import { useParams } from "react-router";

import { PublishFailedLine } from "#modules/publishing/web/publish-failed-note.tsx";
import type { Preview } from "#modules/review/contract.ts";
import { PreviewScreen } from "#modules/review/web/preview-screen.tsx";
import { SignedIn } from "#modules/sign-in/web/session.tsx";
import type { Side } from "#modules/tasks/rules.ts";

function publishingNotice({ taskId, youtuber, version }: Preview, side: Side) {
  const expiring = Boolean(version?.reviewEndsAt);
  return <PublishFailedLine taskId={taskId} side={side} creatorName={youtuber.name} expiring={expiring} />;
}

export default function VideoPreviewPage() {
  const taskId = Number(useParams()["taskId"]);
  return (
    <SignedIn>
      <PreviewScreen
        taskId={Number.isSafeInteger(taskId) && taskId > 0 ? taskId : null}
        publishingNotice={publishingNotice}
      />
    </SignedIn>
  );
}
