import { SignedIn } from "#modules/accounts/web/session.tsx";
import { AuthorizeScreen } from "#modules/publishing/web/authorize-screen.tsx";

export default function AuthorizeYoutubeUploadPage() {
  return (
    <SignedIn>
      <AuthorizeScreen />
    </SignedIn>
  );
}
