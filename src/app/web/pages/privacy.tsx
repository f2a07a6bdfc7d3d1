import { Privacy } from "#modules/site/web/privacy.tsx";

export default function PrivacyPage() {
  return <Privacy />;
}
