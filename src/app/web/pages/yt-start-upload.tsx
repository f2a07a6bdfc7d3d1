import { SignedIn } from "#product/accounts/web/session.tsx";
import { StartScreen } from "#product/publishing/web/start-screen.tsx";

export default function YtStartUploadPage() {
  return (
    <SignedIn>
      <StartScreen />
    </SignedIn>
  );
}
