import { DetailsScreen } from "#modules/publishing/web/public/details-screen.tsx";
import { SignedIn } from "#modules/sign-in/web/public/session.tsx";

import { useTaskId } from "../use-task-id.ts";

export default function TaskUpdatePage() {
  return (
    <SignedIn>
      <DetailsScreen taskId={useTaskId()} />
    </SignedIn>
  );
}
