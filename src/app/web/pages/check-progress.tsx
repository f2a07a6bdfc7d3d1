import { RateInvitation } from "#modules/profiles/web/public/rate-action.tsx";
import { ProgressScreen } from "#modules/publishing/web/public/progress-screen.tsx";

import { useTaskId } from "../use-task-id.ts";

export default function CheckProgressPage() {
  const taskId = useTaskId();
  return (
    <ProgressScreen taskId={taskId} whenPublished={taskId !== null && <RateInvitation taskId={taskId} />} />
  );
}
