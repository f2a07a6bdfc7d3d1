import { FileText } from "lucide-react";
import { useState } from "react";

import { previewTabPath } from "#core/paths.ts";
import type { BoardTask } from "#modules/board/contract/board.ts";
import { UploadAction } from "#modules/checks/web/public/upload-action.tsx";
import { useOpenComments } from "#modules/feedback/web/public/use-open-comments.ts";
import { FilesButton } from "#modules/footage/web/public/files-button.tsx";
import { TaskRating } from "#modules/profiles/web/public/rate-action.tsx";
import { PublishingLinks } from "#modules/publishing/web/public/publishing-links.tsx";
import { waitsForUpload } from "#modules/review/rules/versions.ts";
import { SeeComments } from "#modules/review/web/public/open-comments.tsx";
import { PreviewLink } from "#modules/review/web/public/preview-link.tsx";
import { useTaskUpload } from "#modules/review/web/public/use-task-upload.ts";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { mayUpload, needsEditor } from "#modules/tasks/rules/stages.ts";
import { AttachmentsButton } from "#modules/tasks/web/public/attachments-button.tsx";
import { can } from "#modules/tasks/web/public/can.ts";
import { ContributionButton } from "#modules/tasks/web/public/contribution-button.tsx";
import { EditorMenu } from "#modules/tasks/web/public/editor-menu.tsx";
import { TaskMenu } from "#modules/tasks/web/public/task-menu.tsx";
import { Button } from "#ui/button.tsx";

import { CompletedMenu } from "./completed-menu.tsx";
import { useRestoredFocus } from "./use-restored-focus.ts";

interface CardActionsProps {
  task: BoardTask;
  onEdit: () => void;
  onDuplicate: () => void;
  /** Opens the brief. */
  onBrief: () => void;
}

/** The user's actions for the task's stage, the next step first. */
export function CardActions({ task, onEdit, onDuplicate, onBrief }: CardActionsProps) {
  const focus = useRestoredFocus();
  const userId = useUser()?.id;
  const contribution = task.contributors?.find(({ person }) => person.id === userId);
  const stored = useTaskUpload(task);
  const [uploading, setUploading] = useState(false);
  const openComments = useOpenComments(task.id, { wanted: uploading });
  const offersUpload = can(task, "upload") && mayUpload(task.stage);
  const hasComments = offersUpload && waitsForUpload(task) && stored === null && task.notDoneComments > 0;
  return (
    <div {...focus} className="mt-3 flex flex-wrap items-center gap-2">
      {hasComments && <SeeComments open={task.openComments} path={previewTabPath(task.id, "comments")} />}
      {offersUpload && (
        <UploadAction
          task={task}
          stored={stored}
          openComments={openComments}
          onOpen={() => setUploading(true)}
          offered={waitsForUpload(task)}
          secondary={hasComments}
        />
      )}
      {can(task, "edit") && needsEditor(task) && (
        <Button variant="primary" size="small" aria-haspopup="dialog" onClick={onEdit}>
          Choose another editor
        </Button>
      )}
      <PublishingLinks task={task} />
      <PreviewLink task={task} />
      {task.isCompleted && <TaskRating task={task} />}
      {contribution && <ContributionButton taskId={task.id} contributor={contribution} />}
      {!contribution && !task.isCompleted && (
        <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={onBrief} className="first:-ml-3">
          <FileText aria-hidden className="size-3.5" />
          Brief
        </Button>
      )}
      <FilesButton task={task} />
      {task.attachments.length > 0 && <AttachmentsButton task={task} />}
      {task.isCompleted && <CompletedMenu task={task} onDuplicate={onDuplicate} />}
      {can(task, "decline") && <EditorMenu task={task} />}
      {can(task, "edit") && !task.isCompleted && (
        <TaskMenu task={task} onEdit={onEdit} onDuplicate={onDuplicate} />
      )}
    </div>
  );
}
