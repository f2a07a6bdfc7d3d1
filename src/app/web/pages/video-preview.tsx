import { PreviewScreen } from "#modules/preview/web/public/preview-screen.tsx";
import { usePreviewPrefetch } from "#modules/preview/web/public/use-preview-position.ts";
import { SignedIn } from "#modules/sign-in/web/public/session.tsx";

import { PreviewLayout } from "../layouts/preview-layout.tsx";
import { useTaskId } from "../use-task-id.ts";

export default function VideoPreviewPage() {
  const taskId = useTaskId();
  usePreviewPrefetch(taskId);
  return (
    <PreviewLayout>
      <SignedIn>
        <PreviewScreen taskId={taskId} />
      </SignedIn>
    </PreviewLayout>
  );
}
