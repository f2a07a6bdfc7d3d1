import { ReadOnVisit } from "#modules/notifications/web/public/read-on-visit.ts";
import { InvitationsScreen } from "#modules/operators/web/public/invitations-screen.tsx";

export default function AdminInvitationsPage() {
  return (
    <>
      <ReadOnVisit screen="invitations" />
      <InvitationsScreen />
    </>
  );
}
