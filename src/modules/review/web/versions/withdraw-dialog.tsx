import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";

import { useChange } from "#core/web/use-change.ts";
import type { Version } from "#modules/review/contract/versions.ts";
import { withdrawalEndpoints } from "#modules/review/contract/withdrawals.ts";
import { maxWithdrawalReason } from "#modules/review/rules/versions.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextArea } from "#ui/text-area.tsx";

interface WithdrawDialogProps {
  taskId: number;
  version: Pick<Version, "number" | "state">;
  creatorName: string;
  onClose: () => void;
}

/** Withdraws an undecided version, with a reason. */
export function WithdrawDialog({ taskId, version, creatorName, onClose }: WithdrawDialogProps) {
  const form = useForm({
    resolver: zodResolver(withdrawalEndpoints.withdrawVersion.body),
    defaultValues: { version: version.number, reason: "" },
  });
  const { register, handleSubmit, formState } = form;
  const withdraw = useChange(withdrawalEndpoints.withdrawVersion, {
    fallback: "The version couldn't be withdrawn.",
    form,
    successToast: true,
    onSuccess: onClose,
  });
  const busy = withdraw.isPending;
  return (
    <FormDialog
      title={`Withdraw version ${version.number}?`}
      description={
        version.state === "in_review"
          ? "Its video is deleted, and its review and review links end. Its comments stay. This can't be undone."
          : "Its video is deleted. This can't be undone."
      }
      submitLabel="Withdraw version"
      busy={busy && "Withdrawing..."}
      tone="danger"
      onClose={onClose}
      onSubmit={handleSubmit((body) => withdraw.mutate({ params: { id: taskId }, body }))}
    >
      <TextArea
        label="Reason"
        hint={`${creatorName} is notified with it.`}
        rows={3}
        maxLength={maxWithdrawalReason}
        error={formState.errors.reason?.message}
        disabled={busy}
        {...register("reason")}
      />
    </FormDialog>
  );
}
