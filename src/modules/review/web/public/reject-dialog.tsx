import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";

import { AppError } from "#core/error.ts";
import { notifyThisClient } from "#core/web/realtime.ts";
import { type Preview, reviewEndpoints } from "#modules/review/contract.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { showErrorToast } from "#ui/error-toast.ts";
import { TextArea } from "#ui/text-area.tsx";

import { rejectVersion } from "../queries.ts";

const feedbackSchema = reviewEndpoints.reject.body.pick({ feedback: true });

interface RejectDialogProps {
  preview: Preview;
  version: number;
  /** Says how many open comments are sent with the feedback. */
  openCommentsNote: ReactNode;
  onClose: () => void;
}

/** Rejects a version with feedback for the editor. */
export function RejectDialog({ preview, version, openCommentsNote, onClose }: RejectDialogProps) {
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(feedbackSchema),
    defaultValues: { feedback: "" },
  });
  const reject = useMutation({
    mutationFn: (feedback: string) => rejectVersion(preview.taskId, version, feedback),
    onSuccess: (message) => {
      toast.success(message);
      notifyThisClient(taskChanged, { taskId: preview.taskId });
      onClose();
    },
    onError: (error) => {
      const issue =
        error instanceof AppError ? error.issues?.find(({ path }) => path === "feedback") : undefined;
      if (issue) setError("feedback", { message: issue.message }, { shouldFocus: true });
      else showErrorToast(error);
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      locked={reject.isPending}
      size="small"
      title={`Reject version ${version}`}
      description={
        preview.editorLeft
          ? `${preview.editor.name} no longer works on this task. Choose another editor on the Tasks screen afterwards.`
          : `${preview.editor.name} gets your feedback and uploads the next version.`
      }
      footer={
        <>
          <Button onClick={onClose} disabled={reject.isPending}>
            Cancel
          </Button>
          <Button type="submit" form="reject" variant="primary" busy={reject.isPending && "Rejecting..."}>
            Reject
          </Button>
        </>
      }
    >
      <form
        id="reject"
        noValidate
        onSubmit={(event) => void handleSubmit(({ feedback }) => reject.mutate(feedback))(event)}
      >
        <TextArea
          label="What should change"
          rows={6}
          error={formState.errors.feedback?.message}
          disabled={reject.isPending}
          {...register("feedback")}
        />
        {openCommentsNote}
      </form>
    </Dialog>
  );
}
