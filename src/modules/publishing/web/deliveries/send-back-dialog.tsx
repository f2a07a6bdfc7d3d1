import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { toast } from "sonner";

import { notifyThisClient } from "#core/web/realtime.ts";
import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { previewPath } from "#modules/review/rules.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { showErrorToast } from "#ui/error-toast.ts";
import { TextArea } from "#ui/text-area.tsx";

import { sendBack } from "./queries.ts";

const feedbackSchema = deliveriesEndpoints.sendBack.body.pick({ feedback: true });

interface SendBackDialogProps {
  taskId: number;
  /** The suggested feedback. */
  feedback: string;
  onClose: () => void;
}

/** Sends a version that the platform can't use back to the editor, with the reason as feedback. */
export function SendBackDialog({ taskId, feedback, onClose }: SendBackDialogProps) {
  const navigate = useNavigate();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(feedbackSchema),
    defaultValues: { feedback },
  });
  const sending = useMutation({
    mutationFn: (text: string) => sendBack(taskId, text),
    onSuccess: (message) => {
      toast.success(message);
      notifyThisClient(taskChanged, { taskId });
      void navigate(previewPath(taskId));
    },
    onError: (error) => showErrorToast(error),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      locked={sending.isPending}
      size="small"
      title="Send back to the editor"
      description="The editor gets this feedback and uploads the next version, which you review again."
      footer={
        <>
          <Button onClick={onClose} disabled={sending.isPending}>
            Cancel
          </Button>
          <Button type="submit" form="send-back" variant="primary" busy={sending.isPending && "Sending..."}>
            Send back
          </Button>
        </>
      }
    >
      <form
        id="send-back"
        noValidate
        onSubmit={(event) => void handleSubmit((input) => sending.mutate(input.feedback))(event)}
      >
        <TextArea
          label="What should change"
          rows={6}
          error={formState.errors.feedback?.message}
          disabled={sending.isPending}
          {...register("feedback")}
        />
      </form>
    </Dialog>
  );
}
