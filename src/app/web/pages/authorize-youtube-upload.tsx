import { AuthorizeScreen } from "#modules/publishing/web/public/authorize-screen.tsx";

export default function AuthorizeYoutubeUploadPage() {
  return <AuthorizeScreen />;
}
