import { DetailsScreen } from "#modules/publishing/web/public/details-screen.tsx";

import { useTaskId } from "../use-task-id.ts";

export default function TaskUpdatePage() {
  return <DetailsScreen taskId={useTaskId()} />;
}
