import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

import type { DeliveryProgress } from "#modules/publishing/contract/deliveries.ts";
import { type RecoveryAction, recoveryLabels } from "#modules/publishing/rules/recovery-actions.ts";
import type { ButtonSize } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";
import { showErrorToast } from "#ui/error-toast.ts";
import { LazyAlertDialog } from "#ui/lazy-alert-dialog.tsx";
import { lazyDialog } from "#ui/lazy-dialog.tsx";

import { ReconnectButton } from "../destinations/reconnect-button.tsx";
import { progressQuery, type RetryChoice, retryDelivery } from "./queries.ts";
import { RecoveryLink } from "./recovery-links.tsx";

const SendBackDialog = lazyDialog(async () => (await import("./send-back-dialog.tsx")).SendBackDialog);

interface RecoveryButtonsProps {
  delivery: DeliveryProgress;
  taskId: number;
  size?: ButtonSize;
  /** The destination, for screen readers, where several have buttons. */
  name?: string;
  /** Further buttons at the end. */
  children?: ReactNode;
}

/** What the creator can do about a failed delivery. The first action solves the problem and is the primary button. */
export function RecoveryButtons({ delivery, taskId, size = "medium", name, children }: RecoveryButtonsProps) {
  const { deliveryId, kind, recoveryActions, shownVisibility, feedback } = delivery;
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

  function button(action: RecoveryAction): ReactNode {
    const variant = action === recoveryActions[0] ? "primary" : "outline";
    const act = (onClick: () => void, busyLabel?: string) => (
      <Button
        {...{ variant, size, onClick }}
        disabled={busy && busyLabel === undefined}
        busy={busy && busyLabel}
      >
        {recoveryLabels[action].replace("{visibility}", shownVisibility ?? "as it is")}
        {name !== undefined && <span className="sr-only"> {name}</span>}
      </Button>
    );
    switch (action) {
      case "retry":
        return act(() => retrying.mutate({}), "Retrying...");
      case "publish-again":
        return act(() => retrying.mutate({}), "Starting...");
      case "check-again":
        return act(() => retrying.mutate({}), "Checking...");
      case "skip-thumbnail":
        return act(() => retrying.mutate({ withoutThumbnail: true }));
      case "accept-visibility":
        return act(() => retrying.mutate({ acceptVisibility: true }));
      case "upload-again":
      case "send-back":
        return act(() => setDialog(action));
      case "reconnect":
        return <ReconnectButton {...{ kind, taskId, variant, size }} />;
      default:
        return <RecoveryLink {...{ action, taskId, variant, size }} />;
    }
  }

  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {recoveryActions.map((action) => (
        <span key={action}>{button(action)}</span>
      ))}
      {children}
      <LazyAlertDialog
        open={dialog === "upload-again"}
        onOpenChange={close}
        title="Upload the video again?"
        description="Check your channel first. If the video is already there, it will be uploaded twice."
        confirmLabel="Not there, upload again"
        busy={busy && "Retrying..."}
        onConfirm={() => retrying.mutate({ uploadAgain: true })}
      />
      {dialog === "send-back" && <SendBackDialog taskId={taskId} feedback={feedback} onClose={close} />}
    </div>
  );
}
