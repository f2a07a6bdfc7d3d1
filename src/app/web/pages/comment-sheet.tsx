import { CommentSheetScreen } from "#modules/feedback/web/public/comment-sheet-screen.tsx";
import { SignedIn } from "#modules/sign-in/web/session.tsx";

import { useTaskId } from "../use-task-id.ts";

export default function CommentSheetPage() {
  const taskId = useTaskId();
  return (
    <SignedIn>
      <CommentSheetScreen taskId={taskId} />
    </SignedIn>
  );
}
