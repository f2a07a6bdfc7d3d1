import { ReviewComments } from "#modules/feedback/web/review-comments.tsx";
import { TaskHistory } from "#modules/history/web/task-history.tsx";
import { PublishFailedLine } from "#modules/publishing/web/public/publish-failed-note.tsx";
import type { Preview } from "#modules/review/contract.ts";
import { PreviewScreen } from "#modules/review/web/preview-screen.tsx";
import { usePreviewPrefetch } from "#modules/review/web/use-preview-position.ts";
import { SignedIn } from "#modules/sign-in/web/session.tsx";
import type { Side } from "#modules/tasks/rules.ts";
import { lazySection } from "#ui/lazy-section.tsx";

import { PreviewLayout } from "../layouts/preview-layout.tsx";
import { useTaskId } from "../use-task-id.ts";

const SentComments = lazySection(
  async () => (await import("#modules/feedback/web/sent-comments.tsx")).SentComments,
);

function publishingNotice({ taskId, youtuber, version }: Preview, side: Side) {
  const expiring = Boolean(version?.reviewEndsAt);
  return <PublishFailedLine taskId={taskId} side={side} creatorName={youtuber.name} expiring={expiring} />;
}

function sentComments(taskId: number, version: number) {
  return <SentComments taskId={taskId} version={version} />;
}

function historyTab(taskId: number) {
  return [{ value: "history", label: "History", content: <TaskHistory taskId={taskId} /> }];
}

export default function VideoPreviewPage() {
  const taskId = useTaskId();
  usePreviewPrefetch(taskId);
  return (
    <PreviewLayout>
      <SignedIn>
        <PreviewScreen
          taskId={taskId}
          publishingNotice={publishingNotice}
          sentToo={sentComments}
          extension={ReviewComments}
          moreTabs={historyTab}
        />
      </SignedIn>
    </PreviewLayout>
  );
}
