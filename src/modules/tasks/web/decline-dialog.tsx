import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { toast } from "sonner";

import { AppError } from "#core/error.ts";
import { notifyThisClient } from "#core/web/realtime.ts";
import { blockChanged } from "#modules/people/realtime-messages.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { showErrorToast } from "#ui/error-toast.ts";
import { TextArea } from "#ui/text-area.tsx";

import { type Task, tasksEndpoints } from "../contract.ts";
import { taskChanged } from "../realtime-messages.ts";
import { declineTask } from "./queries.ts";

interface DeclineDialogProps {
  task: Task;
  onClose: () => void;
}

/** Declines a task with a reason for its creator, and can also block them. */
export function DeclineDialog({ task, onClose }: DeclineDialogProps) {
  const creator = task.youtuber;
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(tasksEndpoints.declineTask.body),
    defaultValues: { reason: "", block: false },
  });
  const decline = useMutation({
    mutationFn: (answer: { reason: string; block: boolean }) => declineTask(task.id, answer),
    onSuccess: (message, { block }) => {
      toast.success(message, { description: block ? `You blocked ${creator.name}.` : undefined });
      onClose();
      notifyThisClient(taskChanged, { taskId: task.id });
      if (block) notifyThisClient(blockChanged, { personId: creator.id });
    },
    onError: (error) => {
      const issue =
        error instanceof AppError ? error.issues?.find(({ path }) => path === "reason") : undefined;
      if (issue) setError("reason", { message: issue.message }, { shouldFocus: true });
      else showErrorToast(error);
    },
  });
  const busy = decline.isPending;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      locked={busy}
      size="small"
      title="Decline this task?"
      description={
        <>
          &ldquo;<bdi>{task.taskTitle}</bdi>&rdquo; is removed from your tasks. {creator.name} keeps the
          versions you uploaded and can assign another editor.
        </>
      }
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Keep task
          </Button>
          <Button type="submit" form="decline" variant="danger" busy={busy && "Declining..."}>
            Decline task
          </Button>
        </>
      }
    >
      <form
        id="decline"
        noValidate
        onSubmit={(event) => void handleSubmit((answer) => decline.mutate(answer))(event)}
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
      </form>
    </Dialog>
  );
}
