import { ReadOnVisit } from "#modules/notifications/web/public/read-on-visit.ts";
import { RateInvitation } from "#modules/profiles/web/public/rate-action.tsx";
import { ProgressScreen } from "#modules/publishing/web/public/progress-screen.tsx";

import { useTaskId } from "../use-task-id.ts";

export default function CheckProgressPage() {
  const taskId = useTaskId();
  return (
    <>
      {taskId !== null && <ReadOnVisit screen="progress" taskId={taskId} />}
      <ProgressScreen taskId={taskId} whenPublished={taskId !== null && <RateInvitation taskId={taskId} />} />
    </>
  );
}
