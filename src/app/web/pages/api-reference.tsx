import { ApiReference } from "#modules/site/web/public/api-reference.tsx";

export default function ApiReferencePage() {
  return <ApiReference />;
}
