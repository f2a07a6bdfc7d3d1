import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { toast } from "sonner";

import { useChange } from "#core/web/use-change.ts";
import { type Task, tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextArea } from "#ui/text-area.tsx";

interface DeclineDialogProps {
  task: Task;
  onClose: () => void;
}

/** Declines a task with a reason for its creator, and can also block them. */
export function DeclineDialog({ task, onClose }: DeclineDialogProps) {
  const creator = task.youtuber;
  const form = useForm({
    resolver: zodResolver(tasksEndpoints.declineTask.body),
    defaultValues: { reason: "", block: false },
  });
  const { register, handleSubmit, formState } = form;
  const decline = useChange(tasksEndpoints.declineTask, {
    fallback: "Failed to decline the task",
    form,
    onSuccess: ({ message }, { body: { block } }) => {
      toast.success(message, { description: block ? `You blocked ${creator.name}.` : undefined });
      onClose();
    },
  });
  const busy = decline.isPending;
  return (
    <FormDialog
      title="Decline this task?"
      description={
        <>
          &ldquo;<bdi>{task.taskTitle}</bdi>&rdquo; is removed from your tasks. {creator.name} keeps the
          versions you uploaded and can assign another editor.
        </>
      }
      cancelLabel="Keep task"
      submitLabel="Decline task"
      busy={busy && "Declining..."}
      tone="danger"
      onClose={onClose}
      onSubmit={handleSubmit((body) => decline.mutate({ params: { id: task.id }, body }))}
    >
      <TextArea
        label="Reason"
        hint={`${creator.name} sees it with the task.`}
        rows={3}
        error={formState.errors.reason?.message}
        disabled={busy}
        {...register("reason")}
      />
      <Checkbox
        className="mt-4"
        label={`Block ${creator.name}`}
        hint="You can't assign tasks or send messages to each other. They are not notified. Other tasks you share continue."
        disabled={busy}
        {...register("block")}
      />
    </FormDialog>
  );
}
