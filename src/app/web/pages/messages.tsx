import { MessagesScreen } from "#modules/messages/web/public/messages-screen.tsx";

export default function MessagesPage() {
  return <MessagesScreen />;
}
