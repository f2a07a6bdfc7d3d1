import { AuthorizeScreen } from "#modules/publishing/web/public/authorize-screen.tsx";
import { SignedIn } from "#modules/sign-in/web/public/session.tsx";

export default function AuthorizeYoutubeUploadPage() {
  return (
    <SignedIn>
      <AuthorizeScreen />
    </SignedIn>
  );
}
