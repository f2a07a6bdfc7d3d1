import { AnalyticsScreen } from "#modules/analytics/web/public/analytics-screen.tsx";

export default function AnalyticsPage() {
  return <AnalyticsScreen />;
}
