import { RateInvitation } from "#modules/profiles/web/public/rate-action.tsx";
import { ProgressScreen } from "#modules/publishing/web/public/progress-screen.tsx";
import { SignedIn } from "#modules/sign-in/web/public/session.tsx";

import { useTaskId } from "../use-task-id.ts";

export default function CheckProgressPage() {
  const taskId = useTaskId();
  return (
    <SignedIn>
      <ProgressScreen taskId={taskId} whenPublished={taskId !== null && <RateInvitation taskId={taskId} />} />
    </SignedIn>
  );
}
