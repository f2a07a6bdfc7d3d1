import { Privacy } from "#modules/site/web/public/privacy.tsx";

export default function PrivacyPage() {
  return <Privacy />;
}
