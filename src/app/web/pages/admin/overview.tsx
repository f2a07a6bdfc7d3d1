import { OverviewScreen } from "#modules/operators/web/public/overview-screen.tsx";

export default function AdminOverviewPage() {
  return <OverviewScreen />;
}
