import { Terms } from "#modules/site/web/public/terms.tsx";

export default function TermsPage() {
  return <Terms />;
}
