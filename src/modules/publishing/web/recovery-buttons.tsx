import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router";

import { buttonClass } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";
import { showErrorToast } from "#ui/error-toast.ts";
import { LazyAlertDialog } from "#ui/lazy-alert-dialog.tsx";

import type { DeliveryProgress } from "../contract.ts";
import { type RecoveryAction, recoveryLabels } from "../rules/recovery-actions.ts";
import { CancelDelivery } from "./cancel-delivery.tsx";
import { progressQuery, type RetryChoice, retryDelivery } from "./queries.ts";
import { ReconnectButton } from "./reconnect-button.tsx";

const SendBackDialog = lazy(async () => ({
  default: (await import("./send-back-dialog.tsx")).SendBackDialog,
}));

/** What the creator can do about a failed delivery. The first action is the most promising. */
export function RecoveryButtons({ progress }: { progress: DeliveryProgress & { taskId: number } }) {
  const { taskId, deliveryId, kind, recoveryActions, shownVisibility, feedback, cancellable } = progress;
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<"upload-again" | "send-back" | null>(null);
  const close = () => setDialog(null);
  const retrying = useMutation({
    mutationFn: (choice: RetryChoice) => retryDelivery({ taskId, deliveryId, ...choice }),
    onSuccess: (changed) => queries.setQueryData(progressQuery(taskId).queryKey, changed),
    onError: (error) => showErrorToast(error),
    onSettled: close,
  });
  const busy = retrying.isPending;
  const variantOf = (action: RecoveryAction) => (action === recoveryActions[0] ? "primary" : "outline");
  const buttons: Record<RecoveryAction, ReactNode> = {
    retry: (
      <Button variant={variantOf("retry")} busy={busy && "Retrying..."} onClick={() => retrying.mutate({})}>
        {recoveryLabels.retry}
      </Button>
    ),
    "check-again": (
      <Button
        variant={variantOf("check-again")}
        busy={busy && "Checking..."}
        onClick={() => retrying.mutate({})}
      >
        {recoveryLabels["check-again"]}
      </Button>
    ),
    reconnect: <ReconnectButton kind={kind} taskId={taskId} variant={variantOf("reconnect")} />,
    "edit-details": (
      <Link to={`/task-update/${taskId}`} className={buttonClass(variantOf("edit-details"))}>
        {recoveryLabels["edit-details"]}
      </Link>
    ),
    "skip-thumbnail": (
      <Button disabled={busy} onClick={() => retrying.mutate({ withoutThumbnail: true })}>
        {recoveryLabels["skip-thumbnail"]}
      </Button>
    ),
    "accept-visibility": (
      <Button disabled={busy} onClick={() => retrying.mutate({ acceptVisibility: true })}>
        {recoveryLabels["accept-visibility"].replace("{visibility}", shownVisibility ?? "as it is")}
      </Button>
    ),
    "upload-again": (
      <Button variant={variantOf("upload-again")} disabled={busy} onClick={() => setDialog("upload-again")}>
        {recoveryLabels["upload-again"]}
      </Button>
    ),
    "send-back": (
      <Button variant={variantOf("send-back")} disabled={busy} onClick={() => setDialog("send-back")}>
        {recoveryLabels["send-back"]}
      </Button>
    ),
  };
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {recoveryActions.map((action) => (
        <span key={action}>{buttons[action]}</span>
      ))}
      {cancellable && <CancelDelivery taskId={taskId} deliveryId={deliveryId} />}
      <LazyAlertDialog
        open={dialog === "upload-again"}
        onOpenChange={close}
        title="Upload the video again?"
        description="Check your channel first. If the video is already there, it will be uploaded twice."
        confirmLabel="Not there, upload again"
        busy={busy && "Retrying..."}
        onConfirm={() => retrying.mutate({ uploadAgain: true })}
      />
      <Suspense>
        {dialog === "send-back" && <SendBackDialog taskId={taskId} feedback={feedback} onClose={close} />}
      </Suspense>
    </div>
  );
}
