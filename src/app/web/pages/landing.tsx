import { Landing } from "#product/site/web/landing.tsx";

export default function LandingPage() {
  return <Landing />;
}
