import { StartScreen } from "#modules/publishing/web/public/start-screen.tsx";

export default function YtStartUploadPage() {
  return <StartScreen />;
}
