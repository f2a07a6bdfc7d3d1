import { Working } from "#modules/site/web/public/working.tsx";

export default function WorkingPage() {
  return <Working />;
}
