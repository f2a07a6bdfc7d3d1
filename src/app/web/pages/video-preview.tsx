import { useParams } from "react-router";

import { SignedIn } from "#product/accounts/web/session.tsx";
import { PreviewScreen } from "#product/review/web/preview-screen.tsx";

export default function VideoPreviewPage() {
  const taskId = Number(useParams()["taskId"]);
  return (
    <SignedIn>
      <PreviewScreen taskId={Number.isSafeInteger(taskId) && taskId > 0 ? taskId : null} />
    </SignedIn>
  );
}
