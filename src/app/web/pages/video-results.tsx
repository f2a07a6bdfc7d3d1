import { ResultsScreen } from "#modules/analytics/web/public/results-screen.tsx";

import { useTaskId } from "../use-task-id.ts";

export default function VideoResultsPage() {
  return <ResultsScreen taskId={useTaskId()} />;
}
