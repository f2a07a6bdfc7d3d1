import { MessagesScreen } from "#modules/messages/web/messages-screen.tsx";

export default function MessagesPage() {
  return <MessagesScreen />;
}
