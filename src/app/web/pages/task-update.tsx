import { SignedIn } from "#modules/accounts/web/session.tsx";
import { DetailsScreen } from "#modules/publishing/web/details-screen.tsx";

import { useTaskId } from "../task-id.ts";

export default function TaskUpdatePage() {
  return (
    <SignedIn>
      <DetailsScreen taskId={useTaskId()} />
    </SignedIn>
  );
}
