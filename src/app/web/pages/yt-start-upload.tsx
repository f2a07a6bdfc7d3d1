import { StartScreen } from "#modules/publishing/web/public/start-screen.tsx";
import { SignedIn } from "#modules/sign-in/web/public/session.tsx";

export default function YtStartUploadPage() {
  return (
    <SignedIn>
      <StartScreen />
    </SignedIn>
  );
}
