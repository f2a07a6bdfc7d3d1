import { Terms } from "#modules/site/web/terms.tsx";

export default function TermsPage() {
  return <Terms />;
}
