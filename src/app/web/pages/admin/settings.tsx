import { SettingsScreen } from "#modules/operators/web/public/settings-screen.tsx";

export default function AdminSettingsPage() {
  return <SettingsScreen />;
}
