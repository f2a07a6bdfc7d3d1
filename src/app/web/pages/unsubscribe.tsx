import { useParams } from "react-router";

import { UnsubscribePanel } from "#modules/notifications/web/public/unsubscribe-panel.tsx";

export default function UnsubscribePage() {
  const { token = "" } = useParams();
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-xl px-4 py-16 sm:px-6 wide:py-24">
      <title>Unsubscribe · Reelay</title>
      <UnsubscribePanel token={token} />
    </main>
  );
}
