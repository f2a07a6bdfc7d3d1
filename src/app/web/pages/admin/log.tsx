import { LogScreen } from "#modules/operators/web/public/log-screen.tsx";

export default function AdminLogPage() {
  return <LogScreen />;
}
