import { Ellipsis } from "lucide-react";
import { lazy, useState } from "react";

import { useChange } from "#core/web/use-change.ts";
import { type Task, tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { allows, mayEdit } from "#modules/tasks/rules/stages.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { DialogBoundary } from "#ui/dialog-boundary.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu } from "#ui/menu.tsx";

import { can } from "./can.ts";

const ContributorsDialog = lazy(async () => ({
  default: (await import("../contributors/contributors-dialog.tsx")).ContributorsDialog,
}));

interface TaskMenuProps {
  task: Task;
  onEdit: () => void;
  onDuplicate: () => void;
}

/** The Edit button of those who may, while the task can be edited, and their menu. */
export function TaskMenu({ task, onEdit, onDuplicate }: TaskMenuProps) {
  const [confirming, setConfirming] = useState(false);
  const [contributing, setContributing] = useState(false);
  const cancel = useChange(tasksEndpoints.cancelTask, {
    fallback: "Failed to cancel the task",
    successToast: true,
    onSuccess: () => setConfirming(false),
  });
  const edits = can(task, "edit");
  const items = [
    ...(edits ? [{ label: "Duplicate task", onSelect: onDuplicate }] : []),
    ...(mayEdit(task.stage) && edits
      ? [{ label: "Contributors", onSelect: () => setContributing(true) }]
      : []),
    ...(can(task, "manage") && allows(task.stage, "cancel")
      ? [{ label: "Cancel task", danger: true, onSelect: () => setConfirming(true) }]
      : []),
  ];
  return (
    <>
      {mayEdit(task.stage) && (
        <Button variant="quiet" size="small" onClick={onEdit} className="first:-ml-3">
          Edit
        </Button>
      )}
      {items.length > 0 && (
        <Menu
          trigger={
            <IconButton
              size="small"
              label={`More for ${task.taskTitle}`}
              icon={<Ellipsis aria-hidden className="size-4" />}
            />
          }
          items={items}
        />
      )}
      {contributing && (
        <DialogBoundary onClose={() => setContributing(false)}>
          <ContributorsDialog task={task} onClose={() => setContributing(false)} />
        </DialogBoundary>
      )}
      <AlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Cancel this task?"
        description={
          <>
            “<bdi>{task.taskTitle}</bdi>” is removed from{" "}
            {task.declined || !task.editor ? "your list" : `both lists, and ${task.editor.name} is notified`}.
            This can't be undone.
          </>
        }
        confirmLabel="Cancel task"
        cancelLabel="Keep task"
        tone="danger"
        busy={cancel.isPending && "Cancelling..."}
        onConfirm={() => cancel.mutate({ params: { id: task.id } })}
      />
    </>
  );
}
