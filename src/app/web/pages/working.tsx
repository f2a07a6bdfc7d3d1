import { Working } from "#modules/site/web/working.tsx";

export default function WorkingPage() {
  return <Working />;
}
