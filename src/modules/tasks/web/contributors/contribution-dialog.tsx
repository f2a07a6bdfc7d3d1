import { useState } from "react";
import { toast } from "sonner";

import { useChange } from "#core/web/use-change.ts";
import { maxImageBytes } from "#modules/media/rules/limits.ts";
import type { Contributor } from "#modules/tasks/contract/contributor.ts";
import { contributorsEndpoints } from "#modules/tasks/contract/contributors.ts";
import type { Task } from "#modules/tasks/contract/tasks.ts";
import { mayEdit } from "#modules/tasks/rules/stages.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { FileField } from "#ui/file-field.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { Moment } from "#ui/timecode.tsx";

import { PlannedVideo } from "../public/task-brief.tsx";
import { useTask } from "../public/use-task.ts";
import { ReferenceFiles } from "../task-form/reference-files.tsx";

interface ContributionDialogProps {
  taskId: number;
  /** The user's own entry. */
  contributor: Contributor;
  onClose: () => void;
}

/** The brief of a task for one of its contributors, with the files they may add. */
export function ContributionDialog({ taskId, contributor, onClose }: ContributionDialogProps) {
  const { data: task, error, isFetching, refetch } = useTask(taskId);
  const [confirming, setConfirming] = useState(false);
  const leave = useChange(contributorsEndpoints.leaveTask, {
    fallback: "You couldn't leave the task. Try again.",
    successToast: true,
    onSuccess: onClose,
    onError: () => setConfirming(false),
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={task ? <bdi>{task.taskTitle}</bdi> : "Brief"}
      description={`You contribute: ${contributor.label}`}
      // Only with the brief: while it is loading, the button would get the focus.
      footer={
        (task ?? error) && (
          <Button variant="quiet" onClick={() => setConfirming(true)}>
            Leave task
          </Button>
        )
      }
    >
      <AlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Leave this task?"
        description="You lose access to it immediately. Its creator can add you again."
        confirmLabel="Leave"
        tone="danger"
        busy={leave.isPending && "Leaving..."}
        onConfirm={() => leave.mutate({ params: { id: taskId } })}
      />
      {error && !task && <ErrorState message={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!task && !error && (
        <SkeletonGroup label="Loading the brief">
          <Skeleton className="h-24" />
        </SkeletonGroup>
      )}
      {task && (
        <>
          <p className="text-sm text-soft">
            Due <Moment at={new Date(task.deadline)} form="deadline" />
          </p>
          <p dir="auto" className="mt-2 max-w-prose whitespace-pre-line">
            {task.workDescription}
          </p>
          <PlannedVideo task={task} />
          {contributor.rights.includes("attach") && mayEdit(task.stage) && <FilesForm task={task} />}
        </>
      )}
    </Dialog>
  );
}

/** Adds reference files to the task and replaces its planned thumbnail. */
function FilesForm({ task }: { task: Task }) {
  const [thumbnail, setThumbnail] = useState<File | null>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  const attach = useChange(contributorsEndpoints.attachFiles, {
    fallback: "The files couldn't be added. Try again.",
    successToast: true,
    onSuccess: () => {
      setThumbnail(null);
      setFiles([]);
    },
  });
  const busy = attach.isPending;
  const submit = () => {
    const chosen = { files: [...files], thumbnail: thumbnail === null ? [] : [thumbnail] };
    attach.mutate({ params: { id: task.id }, form: { fields: {}, files: chosen } });
  };
  return (
    <form
      aria-label="Add files"
      className="mt-6 flex flex-col gap-5 border-t pt-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <FileField
        label="Thumbnail"
        hint="1280 × 720 (16:9), under 2 MB, JPG, PNG or GIF. It is published with the video unless another one is chosen."
        value={thumbnail}
        currentUrl={task.thumbnail}
        disabled={busy}
        onChange={(file) => {
          if (file && file.size >= maxImageBytes) toast.error("Image should be less than 20 MB");
          else setThumbnail(file);
        }}
      />
      <ReferenceFiles
        taskTitle={task.taskTitle}
        files={files}
        oldAttachments={task.attachments}
        disabled={busy}
        onChange={(change) => setFiles(change.files ?? files)}
      />
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        disabled={thumbnail === null && files.length === 0}
        busy={busy && "Saving..."}
      >
        Save files
      </Button>
    </form>
  );
}
