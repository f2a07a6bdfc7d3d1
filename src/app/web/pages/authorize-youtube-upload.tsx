import { AccessButton } from "#modules/analytics/web/public/access-button.tsx";
import { AuthorizeScreen } from "#modules/publishing/web/public/authorize-screen.tsx";

export default function AuthorizeYoutubeUploadPage() {
  const retryFigures = (destinationId: string) => (
    <AccessButton destinationId={destinationId} label="Try again" />
  );
  return <AuthorizeScreen retryFigures={retryFigures} />;
}
