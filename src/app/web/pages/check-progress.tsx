import { SignedIn } from "#product/accounts/web/session.tsx";
import { ProgressScreen } from "#product/publishing/web/progress-screen.tsx";

import { useTaskId } from "../task-id.ts";

export default function CheckProgressPage() {
  return (
    <SignedIn>
      <ProgressScreen taskId={useTaskId()} />
    </SignedIn>
  );
}
