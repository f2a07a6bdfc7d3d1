import { ReadOnVisit } from "#modules/notifications/web/public/read-on-visit.ts";
import { PreviewScreen } from "#modules/preview/web/public/preview-screen.tsx";
import { usePreviewPosition, usePreviewPrefetch } from "#modules/preview/web/public/use-preview-position.ts";
import { SignedIn } from "#modules/sign-in/web/public/session.tsx";

import { PreviewLayout } from "../layouts/preview-layout.tsx";
import { useTaskId } from "../use-task-id.ts";

export default function VideoPreviewPage() {
  const taskId = useTaskId();
  const { version } = usePreviewPosition();
  usePreviewPrefetch(taskId);
  return (
    <PreviewLayout>
      <SignedIn>
        {taskId !== null && <ReadOnVisit screen="preview" taskId={taskId} version={version} />}
        <PreviewScreen taskId={taskId} />
      </SignedIn>
    </PreviewLayout>
  );
}
