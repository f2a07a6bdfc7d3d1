import { useParams } from "react-router";

import { AnalyticsScreen } from "#modules/analytics/web/public/analytics-screen.tsx";
import { lazySection } from "#ui/lazy-section.tsx";

import { useTaskId } from "../use-task-id.ts";

// The charts are loaded with the results of a video alone.
const ResultsScreen = lazySection(
  async () => (await import("#modules/analytics/web/public/results-screen.tsx")).ResultsScreen,
);

export default function AnalyticsPage() {
  const taskId = useTaskId();
  return useParams()["taskId"] === undefined ? <AnalyticsScreen /> : <ResultsScreen taskId={taskId} />;
}
