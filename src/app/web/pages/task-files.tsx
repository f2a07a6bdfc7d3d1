import { FilesScreen } from "#modules/footage/web/public/files-screen.tsx";

import { useTaskId } from "../use-task-id.ts";

export default function TaskFilesPage() {
  const taskId = useTaskId();
  return <FilesScreen taskId={taskId} key={taskId} />;
}
