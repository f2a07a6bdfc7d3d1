import { useParams } from "react-router";

import { SignedIn } from "#modules/accounts/web/session.tsx";
import { PreviewScreen } from "#modules/review/web/preview-screen.tsx";

export default function VideoPreviewPage() {
  const taskId = Number(useParams()["taskId"]);
  return (
    <SignedIn>
      <PreviewScreen taskId={Number.isSafeInteger(taskId) && taskId > 0 ? taskId : null} />
    </SignedIn>
  );
}
