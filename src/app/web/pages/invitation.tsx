import { InvitationScreen } from "#modules/sign-in/web/public/invitation-screen.tsx";

export default function InvitationPage() {
  return <InvitationScreen />;
}
