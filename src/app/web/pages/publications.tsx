import { PublicationsScreen } from "#modules/publishing/web/public/publications-screen.tsx";
import { SignedIn } from "#modules/sign-in/web/public/session.tsx";

export default function PublicationsPage() {
  return (
    <SignedIn>
      <PublicationsScreen />
    </SignedIn>
  );
}
