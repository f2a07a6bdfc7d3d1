import { SignedIn } from "#product/accounts/web/session.tsx";
import { DetailsScreen } from "#product/publishing/web/details-screen.tsx";

import { useTaskId } from "../task-id.ts";

export default function TaskUpdatePage() {
  return (
    <SignedIn>
      <DetailsScreen taskId={useTaskId()} />
    </SignedIn>
  );
}
