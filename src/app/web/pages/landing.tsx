import { Landing } from "#modules/site/web/landing.tsx";

export default function LandingPage() {
  return <Landing />;
}
