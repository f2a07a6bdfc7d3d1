import { NotificationsScreen } from "#product/notifications/web/notifications-screen.tsx";

export default function NotificationsPage() {
  return <NotificationsScreen />;
}
