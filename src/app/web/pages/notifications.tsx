import { NotificationsScreen } from "#modules/notifications/web/public/notifications-screen.tsx";

export default function NotificationsPage() {
  return <NotificationsScreen />;
}
