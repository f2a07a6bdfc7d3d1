import { ReadOnVisit } from "#modules/notifications/web/public/read-on-visit.ts";
import { DetailsScreen } from "#modules/publishing/web/public/details-screen.tsx";

import { useTaskId } from "../use-task-id.ts";

export default function TaskUpdatePage() {
  const taskId = useTaskId();
  return (
    <>
      {taskId !== null && <ReadOnVisit screen="details" taskId={taskId} />}
      <DetailsScreen taskId={taskId} />
    </>
  );
}
