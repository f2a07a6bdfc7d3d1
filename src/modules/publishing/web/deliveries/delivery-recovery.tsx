import { type ReactNode, useState } from "react";

import { useChange } from "#core/web/use-change.ts";
import { deliveriesEndpoints, type DeliveryProgress } from "#modules/publishing/contract/deliveries.ts";
import type { RecoveryAction } from "#modules/publishing/rules/recovery-actions.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import type { ButtonSize } from "#ui/button-class.ts";

import { RecoveryActions } from "../operations/recovery-actions.tsx";
import { progressQuery, type RetryChoice } from "./queries.ts";
import { SendBackDialog } from "./send-back-dialog.tsx";

interface DeliveryRecoveryProps {
  delivery: DeliveryProgress;
  taskId: number;
  size?: ButtonSize;
  /** The destination, for screen readers, where several have buttons. */
  name?: string;
  /** Further buttons at the end. */
  children?: ReactNode;
}

/** Labels of the buttons while the delivery is continued. */
const busyLabels = { retry: "Retrying...", "publish-again": "Starting...", "check-again": "Checking..." };

const choices: Partial<Record<RecoveryAction, RetryChoice>> = {
  "skip-thumbnail": { withoutThumbnail: true },
  "accept-visibility": { acceptVisibility: true },
};

/** Recovery actions of a failed delivery. The first one solves the problem and is the primary button. */
export function DeliveryRecovery({
  delivery,
  taskId,
  size = "medium",
  name,
  children,
}: DeliveryRecoveryProps) {
  const { deliveryId, kind, recoveryActions, shownVisibility, feedback } = delivery;
  const [dialog, setDialog] = useState<RecoveryAction | null>(null);
  const close = () => setDialog(null);
  const retrying = useChange(deliveriesEndpoints.retry, {
    fallback: "Failed to start upload video session",
    stores: progressQuery(taskId).queryKey,
    onSettled: close,
  });
  const retry = (choice: RetryChoice) => retrying.mutate({ body: { taskId, deliveryId, ...choice } });
  const busy = retrying.isPending;
  return (
    <>
      <RecoveryActions
        taskId={taskId}
        kind={kind}
        shownVisibility={shownVisibility}
        size={size}
        name={name}
        actions={recoveryActions}
        primary={recoveryActions[0] ?? null}
        busy={busy ? busyLabels : null}
        onAct={(action) => {
          if (action === "upload-again" || action === "send-back") setDialog(action);
          else retry(choices[action] ?? {});
        }}
      >
        {children}
      </RecoveryActions>
      <AlertDialog
        open={dialog === "upload-again"}
        onOpenChange={close}
        title="Upload the video again?"
        description="Check your channel first. If the video is already there, it will be uploaded twice."
        confirmLabel="Not there, upload again"
        busy={busy && "Retrying..."}
        onConfirm={() => retry({ uploadAgain: true })}
      />
      {dialog === "send-back" && <SendBackDialog taskId={taskId} feedback={feedback} onClose={close} />}
    </>
  );
}
