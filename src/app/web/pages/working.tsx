import { Working } from "#product/site/web/working.tsx";

export default function WorkingPage() {
  return <Working />;
}
