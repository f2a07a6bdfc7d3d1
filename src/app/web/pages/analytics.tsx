import { lazy } from "react";
import { useParams } from "react-router";

import { AnalyticsScreen } from "#modules/analytics/web/public/analytics-screen.tsx";
import { LoadBoundary } from "#ui/load-boundary.tsx";

import { useTaskId } from "../use-task-id.ts";

// The charts are loaded with the results of a video alone.
const ResultsScreen = lazy(async () => ({
  default: (await import("#modules/analytics/web/public/results-screen.tsx")).ResultsScreen,
}));

export default function AnalyticsPage() {
  const taskId = useTaskId();
  if (useParams()["taskId"] === undefined) return <AnalyticsScreen />;
  return (
    <LoadBoundary>
      <ResultsScreen taskId={taskId} />
    </LoadBoundary>
  );
}
