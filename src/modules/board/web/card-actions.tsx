import { TaskRating } from "#modules/profiles/web/rate-action.tsx";
import { PublishingLinks } from "#modules/publishing/web/publishing-links.tsx";
import { waitsForUpload } from "#modules/review/rules.ts";
import { PreviewLink } from "#modules/review/web/preview-link.tsx";
import { UploadAction } from "#modules/review/web/upload-action.tsx";
import { mayUpload, type Side } from "#modules/tasks/rules.ts";
import { AttachmentsButton } from "#modules/tasks/web/attachments-button.tsx";
import { TaskMenu } from "#modules/tasks/web/task-menu.tsx";

import type { BoardTask } from "../contract.ts";
import { useRestoredFocus } from "./use-restored-focus.ts";

interface CardActionsProps {
  task: BoardTask;
  side: Side;
  onEdit: () => void;
}

/** The user's actions for the task's stage, the next step first. */
export function CardActions({ task, side, onEdit }: CardActionsProps) {
  const focus = useRestoredFocus();
  return (
    <div {...focus} className="mt-3 flex flex-wrap items-center gap-2">
      {side === "editor" && mayUpload(task.stage) && (
        <UploadAction task={task} offered={waitsForUpload(task)} />
      )}
      <PublishingLinks task={task} side={side} />
      <PreviewLink task={task} side={side} />
      {task.isCompleted && <TaskRating task={task} side={side} />}
      {task.attachments.length > 0 && <AttachmentsButton task={task} />}
      {side === "creator" && <TaskMenu task={task} onEdit={onEdit} />}
    </div>
  );
}
