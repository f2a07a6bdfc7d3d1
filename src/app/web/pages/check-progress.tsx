import { RateInvitation } from "#modules/profiles/web/rate-action.tsx";
import { AdditionsStatus } from "#modules/publishing/web/details/additions-status.tsx";
import { ProgressScreen } from "#modules/publishing/web/progress-screen.tsx";
import { SignedIn } from "#modules/sign-in/web/session.tsx";

import { useTaskId } from "../use-task-id.ts";

export default function CheckProgressPage() {
  const taskId = useTaskId();
  const whenPublished = taskId !== null && (
    <>
      <AdditionsStatus taskId={taskId} />
      <RateInvitation taskId={taskId} />
    </>
  );
  return (
    <SignedIn>
      <ProgressScreen taskId={taskId} whenPublished={whenPublished} />
    </SignedIn>
  );
}
