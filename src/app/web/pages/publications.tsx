import { PublicationsScreen } from "#modules/publishing/web/public/publications-screen.tsx";

export default function PublicationsPage() {
  return <PublicationsScreen />;
}
