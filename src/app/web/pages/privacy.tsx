import { Privacy } from "#product/site/web/privacy.tsx";

export default function PrivacyPage() {
  return <Privacy />;
}
