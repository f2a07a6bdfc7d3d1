import { useEffect, useId, useState } from "react";
import { toast } from "sonner";

import { keyOfDraft } from "#core/web/form-drafts.ts";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import type { Task } from "#modules/tasks/contract/tasks.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { formatBytes } from "#ui/format.ts";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { Sheet } from "#ui/sheet.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

import { taskDrafts } from "../task-form/task-drafts.ts";
import { TaskForm } from "../task-form/task-form.tsx";
import type { FormChannel } from "../task-form/use-channel.ts";
import type { Saving } from "../task-form/use-task-saving.ts";
import { useTask } from "./use-task.ts";

interface TaskFormSheetProps {
  /** The task to edit, or null for a new one. */
  taskId: number | null;
  /** The task that a new one is a copy of. */
  copyOf?: number | null;
  /** Other creators for whom the user may create tasks; undefined while they are loading. */
  channels?: readonly FormChannel[] | undefined;
  onSaved: (task: Task) => void;
  onClose: () => void;
}

/**
 * The task form in a side sheet. It can't be closed while saving, and asks before discarding changes. Unsaved changes are
 * kept in the browser until they are saved or discarded.
 */
export function TaskFormSheet(props: TaskFormSheetProps) {
  const { taskId, copyOf = null, channels, onSaved, onClose } = props;
  const [saving, setSaving] = useState<Saving | null>(null);
  // Null until the form is loaded.
  const [changed, setChanged] = useState<boolean | null>(null);
  const [confirming, setConfirming] = useState(false);
  const formId = useId();
  const draft = keyOfDraft(useUser()?.id ?? 0, taskId ?? (copyOf === null ? "new" : `copy of ${copyOf}`));
  const close = () => {
    taskDrafts.write(draft, {});
    onClose();
  };
  const requestClose = () => {
    if (changed) setConfirming(true);
    else close();
  };
  const inner = { formId, draft, channels, setSaving, setChanged, onSaved, onClose: close };
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) requestClose();
      }}
      locked={saving !== null}
      title={taskId === null ? (copyOf === null ? "Create Task" : "Duplicate task") : "Edit task"}
      description={
        taskId === null ? "Your editor is notified right away." : "Your editor sees the changes right away."
      }
      footer={
        <>
          {saving && saving.total > progressFrom && <SendingProgress {...saving} />}
          {saving ? (
            <Button key="stop" onClick={saving.stop}>
              Stop
            </Button>
          ) : (
            <Button key="cancel" onClick={requestClose}>
              Cancel
            </Button>
          )}
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={changed === null}
            busy={saving !== null && "Saving..."}
          >
            Save
          </Button>
        </>
      }
    >
      {taskId === null && copyOf === null ? (
        <LoadedForm task={null} copy={null} {...inner} />
      ) : (
        <ExistingTask taskId={taskId ?? copyOf ?? 0} isCopied={taskId === null} {...inner} />
      )}
      <AlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Discard changes?"
        description="Your changes have not been saved."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        tone="danger"
        onConfirm={close}
      />
    </Sheet>
  );
}

/** Progress is shown for forms of at least this many bytes. */
const progressFrom = 1_000_000;

function SendingProgress({ sent, total }: Saving) {
  const progress = `${formatBytes(sent)} of ${formatBytes(total)}`;
  return (
    <div className="basis-full">
      <ProgressBar percent={(sent / total) * 100} label="Uploading the files" valueText={progress} />
      <p className="numerals text-sm text-soft">{sent < total ? progress : "Saving the task..."}</p>
    </div>
  );
}

interface Inner {
  formId: string;
  /** The key of the stored changes. */
  draft: string;
  channels: readonly FormChannel[] | undefined;
  setSaving: (saving: Saving | null) => void;
  setChanged: (changed: boolean) => void;
  onSaved: (task: Task) => void;
  onClose: () => void;
}

const loadFailure = "Failed to load task data";

function ExistingTask({ taskId, isCopied, ...inner }: Inner & { taskId: number; isCopied: boolean }) {
  const task = useTask(taskId);
  const failed = task.isLoadingError;
  useEffect(() => {
    if (failed) toast.error(loadFailure);
  }, [failed]);
  if (task.isPending) return <FormSkeleton />;
  if (task.isLoadingError) {
    return (
      <ErrorState message={loadFailure} onRetry={() => void task.refetch()} retrying={task.isFetching} />
    );
  }
  return <LoadedForm task={isCopied ? null : task.data} copy={isCopied ? task.data : null} {...inner} />;
}

function LoadedForm({
  task,
  copy,
  formId,
  draft,
  channels,
  setSaving,
  setChanged,
  onSaved,
  onClose,
}: Inner & { task: Task | null; copy: Task | null }) {
  return (
    <TaskForm
      id={formId}
      task={task}
      copy={copy}
      channels={channels}
      draft={draft}
      onSaving={setSaving}
      onChanged={setChanged}
      onSaved={(saved) => {
        onSaved(saved);
        toast.success("Task saved successfully!");
        onClose();
      }}
    />
  );
}

function FormSkeleton() {
  return (
    <SkeletonGroup label="Loading the task">
      {[0, 1, 2, 3, 4].map((row) => (
        <span key={row} className="mb-6 block">
          <Skeleton className="mb-2 h-4 w-28" />
          <Skeleton className="h-10 w-full" />
        </span>
      ))}
    </SkeletonGroup>
  );
}
