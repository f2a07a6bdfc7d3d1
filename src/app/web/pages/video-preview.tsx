import { useParams } from "react-router";

import { PreviewScreen } from "#modules/review/web/preview-screen.tsx";
import { SignedIn } from "#modules/sign-in/web/session.tsx";

export default function VideoPreviewPage() {
  const taskId = Number(useParams()["taskId"]);
  return (
    <SignedIn>
      <PreviewScreen taskId={Number.isSafeInteger(taskId) && taskId > 0 ? taskId : null} />
    </SignedIn>
  );
}
