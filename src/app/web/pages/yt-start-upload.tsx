import { SignedIn } from "#modules/accounts/web/session.tsx";
import { StartScreen } from "#modules/publishing/web/start-screen.tsx";

export default function YtStartUploadPage() {
  return (
    <SignedIn>
      <StartScreen />
    </SignedIn>
  );
}
