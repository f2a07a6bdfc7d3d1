import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";

import { useChange } from "#core/web/use-change.ts";
import { decisionEndpoints } from "#modules/feedback/contract/decisions.ts";
import { openCommentsUntil } from "#modules/feedback/rules/comment-counts.ts";
import type { Preview } from "#modules/review/contract/versions.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextArea } from "#ui/text-area.tsx";

import { commentCountsQuery } from "../counts-queries.ts";

const feedbackSchema = decisionEndpoints.reject.body.pick({ feedback: true });

interface RejectDialogProps {
  preview: Preview;
  version: number;
  onClose: () => void;
}

/** Rejects a version with feedback for the editor. */
export function RejectDialog({ preview, version, onClose }: RejectDialogProps) {
  const { taskId, editor, editorLeft } = preview;
  const form = useForm({ resolver: zodResolver(feedbackSchema), defaultValues: { feedback: "" } });
  const { register, handleSubmit, formState } = form;
  const reject = useChange(decisionEndpoints.reject, { form, successToast: true, onSuccess: onClose });
  return (
    <FormDialog
      title={`Reject version ${version}`}
      description={
        editorLeft
          ? `${editor.name} no longer works on this task. Choose another editor on the Tasks screen afterwards.`
          : `${editor.name} gets your feedback and uploads the next version.`
      }
      submitLabel="Reject"
      busy={reject.isPending && "Rejecting..."}
      onClose={onClose}
      onSubmit={handleSubmit(({ feedback }) =>
        reject.mutate({ params: { id: taskId }, body: { version, feedback } }),
      )}
    >
      <TextArea
        label="What should change"
        rows={6}
        error={formState.errors.feedback?.message}
        disabled={reject.isPending}
        {...register("feedback")}
      />
      <OpenCommentsNote taskId={taskId} version={version} />
    </FormDialog>
  );
}

/** Says how many open comments a rejection sends to the editor. Has its usual height while they load, so that no button moves. */
export function OpenCommentsNote({ taskId, version }: { taskId: number; version: number }) {
  const { data: counts = [], isPending } = useQuery(commentCountsQuery(taskId));
  const open = openCommentsUntil(version, counts);
  const height = isPending ? "min-h-10" : "empty:hidden";
  return <output className={`mt-3 block text-sm text-soft ${height}`}>{openCommentsText(open)}</output>;
}

/** Null if there are no open comments. */
function openCommentsText(open: number): string | null {
  if (open === 0) return null;
  const comments =
    open === 1 ? "The open comment is" : `The ${open.toLocaleString("en-US")} open comments are`;
  return `${comments} sent too, as the checklist for the next version. Feedback text is optional.`;
}
