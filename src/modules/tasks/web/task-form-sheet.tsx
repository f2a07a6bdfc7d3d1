import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { toast } from "sonner";

import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { formatBytes } from "#ui/format.ts";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { Sheet } from "#ui/sheet.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

import type { Task } from "../contract.ts";
import { showSavedTask, taskQuery } from "./queries.ts";
import { type Saving, TaskForm } from "./task-form.tsx";

interface TaskFormSheetProps {
  /** The task to change, or null for a new one. */
  taskId: number | null;
  onClose: () => void;
}

/** The task form in a side sheet; it can't be closed while it saves (specification, section 4), nor by a slip of the hand. */
export function TaskFormSheet({ taskId, onClose }: TaskFormSheetProps) {
  const [saving, setSaving] = useState<Saving | null>(null);
  // Null until there is a form.
  const [changed, setChanged] = useState<boolean | null>(null);
  const [asking, setAsking] = useState(false);
  const formId = useId();
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (open) return;
        if (changed) setAsking(true);
        else onClose();
      }}
      locked={saving !== null}
      title={taskId === null ? "Create Task" : "Edit task"}
      description={
        taskId === null ? "Your editor gets the brief at once." : "Your editor sees the changes at once."
      }
      footer={
        <>
          {saving && saving.total > worthShowing && <FilesOnTheirWay {...saving} />}
          {saving ? (
            <Button key="stop" onClick={saving.stop}>
              Stop
            </Button>
          ) : (
            <Button key="cancel" onClick={onClose}>
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
      {taskId === null ? (
        <LoadedForm task={null} {...{ formId, setSaving, setChanged, onClose }} />
      ) : (
        <ExistingTask taskId={taskId} {...{ formId, setSaving, setChanged, onClose }} />
      )}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Discard what you wrote?"
        description="It is not saved yet, and can't be brought back."
        confirmLabel="Discard"
        cancelLabel="Keep writing"
        tone="danger"
        onConfirm={onClose}
      />
    </Sheet>
  );
}

/** Below this many bytes a form is sent before anybody could read how far it is. */
const worthShowing = 1_000_000;

function FilesOnTheirWay({ sent, total }: Saving) {
  const words = `${formatBytes(sent)} of ${formatBytes(total)}`;
  return (
    <div className="basis-full">
      <ProgressBar percent={(sent / total) * 100} label="Sending the files" valueText={words} />
      <p className="numerals text-sm text-soft">{sent < total ? words : "Sent. Saving the task..."}</p>
    </div>
  );
}

interface Inner {
  formId: string;
  setSaving: (saving: Saving | null) => void;
  setChanged: (changed: boolean) => void;
  onClose: () => void;
}

const loadFailure = "Failed to load task data";

function ExistingTask({ taskId, ...inner }: Inner & { taskId: number }) {
  const task = useQuery({ ...taskQuery(taskId), refetchOnMount: "always" });
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
  return <LoadedForm task={task.data} {...inner} />;
}

function LoadedForm({ task, formId, setSaving, setChanged, onClose }: Inner & { task: Task | null }) {
  const queries = useQueryClient();
  return (
    <TaskForm
      id={formId}
      task={task}
      onSaving={setSaving}
      onChanged={setChanged}
      onSaved={(saved) => {
        showSavedTask(queries, saved);
        toast.success("Task saved successfully!");
        onClose();
      }}
    />
  );
}

/** Specification, section 9: five rows. */
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
