import { NotificationsScreen } from "#modules/notifications/web/notifications-screen.tsx";

export default function NotificationsPage() {
  return <NotificationsScreen />;
}
