import { InvitationsScreen } from "#modules/operators/web/public/invitations-screen.tsx";

export default function AdminInvitationsPage() {
  return <InvitationsScreen />;
}
