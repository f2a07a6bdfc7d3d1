import { SignedIn } from "#product/accounts/web/session.tsx";
import { AuthorizeScreen } from "#product/publishing/web/authorize-screen.tsx";

export default function AuthorizeYoutubeUploadPage() {
  return (
    <SignedIn>
      <AuthorizeScreen />
    </SignedIn>
  );
}
