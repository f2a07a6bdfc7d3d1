import { CommentSheetScreen } from "#modules/feedback/web/public/comment-sheet-screen.tsx";
import { SignedIn } from "#modules/sign-in/web/public/session.tsx";

import { useTaskId } from "../use-task-id.ts";

export default function CommentSheetPage() {
  const taskId = useTaskId();
  return (
    <SignedIn>
      <CommentSheetScreen taskId={taskId} />
    </SignedIn>
  );
}
