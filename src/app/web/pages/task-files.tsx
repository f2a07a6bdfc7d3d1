import { FilesScreen } from "#modules/footage/web/public/files-screen.tsx";
import { ReadOnVisit } from "#modules/notifications/web/public/read-on-visit.ts";

import { useTaskId } from "../use-task-id.ts";

export default function TaskFilesPage() {
  const taskId = useTaskId();
  return (
    <>
      {taskId !== null && <ReadOnVisit screen="files" taskId={taskId} />}
      <FilesScreen taskId={taskId} key={taskId} />
    </>
  );
}
