import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";

import { previewPath } from "#core/paths.ts";
import { useChange } from "#core/web/use-change.ts";
import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextArea } from "#ui/text-area.tsx";

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
  const form = useForm({ resolver: zodResolver(feedbackSchema), defaultValues: { feedback } });
  const { register, handleSubmit, formState } = form;
  const sending = useChange(deliveriesEndpoints.sendBack, {
    form,
    successToast: true,
    onSuccess: () => void navigate(previewPath(taskId)),
  });
  return (
    <FormDialog
      title="Send back to the editor"
      description="The editor gets this feedback and uploads the next version, which you review again."
      submitLabel="Send back"
      busy={sending.isPending && "Sending..."}
      onClose={onClose}
      onSubmit={handleSubmit(({ feedback: text }) => sending.mutate({ body: { taskId, feedback: text } }))}
    >
      <TextArea
        label="What should change"
        rows={6}
        error={formState.errors.feedback?.message}
        disabled={sending.isPending}
        {...register("feedback")}
      />
    </FormDialog>
  );
}
