import { useMutation } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";

import { notifyThisClient } from "#core/web/realtime.ts";
import { Button } from "#ui/button.tsx";
import { showErrorToast } from "#ui/error-toast.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { LazyAlertDialog } from "#ui/lazy-alert-dialog.tsx";
import { Menu } from "#ui/menu.tsx";

import type { Task } from "../contract.ts";
import { taskChanged } from "../realtime-messages.ts";
import { allows, mayEdit } from "../rules.ts";
import { cancelTask } from "./queries.ts";

interface TaskMenuProps {
  task: Task;
  onEdit: () => void;
}

/** The creator's Edit button and menu, while the task can be edited. */
export function TaskMenu({ task, onEdit }: TaskMenuProps) {
  const [confirming, setConfirming] = useState(false);
  const cancel = useMutation({
    mutationFn: () => cancelTask(task.id),
    onSuccess: (message) => {
      setConfirming(false);
      toast.success(message);
      notifyThisClient(taskChanged, { taskId: task.id });
    },
    onError: (error) => showErrorToast(error),
  });
  if (!mayEdit(task.stage)) return null;
  return (
    <>
      <Button variant="quiet" size="small" onClick={onEdit} className="first:-ml-3">
        Edit
      </Button>
      {allows(task.stage, "cancel") && (
        <Menu
          label={`More for ${task.taskTitle}`}
          renderTrigger={(props) => (
            <IconButton
              {...props}
              size="small"
              label={`More for ${task.taskTitle}`}
              icon={<Ellipsis aria-hidden className="size-4" />}
            />
          )}
          items={[{ label: "Cancel task", danger: true, onSelect: () => setConfirming(true) }]}
        />
      )}
      <LazyAlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Cancel this task?"
        description={
          <>
            “<bdi>{task.taskTitle}</bdi>” is removed from{" "}
            {task.declined ? "your list" : `both lists, and ${task.editor.name} is notified`}. This can't be
            undone.
          </>
        }
        confirmLabel="Cancel task"
        cancelLabel="Keep task"
        tone="danger"
        busy={cancel.isPending && "Cancelling..."}
        onConfirm={() => cancel.mutate()}
      />
    </>
  );
}
