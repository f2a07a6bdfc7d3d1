import { Landing } from "#modules/site/web/public/landing.tsx";

export default function LandingPage() {
  return <Landing />;
}
