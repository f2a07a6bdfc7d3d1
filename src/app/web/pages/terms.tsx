import { Terms } from "#product/site/web/terms.tsx";

export default function TermsPage() {
  return <Terms />;
}
