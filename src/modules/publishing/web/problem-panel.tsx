import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";

import { previewPath } from "#modules/review/rules.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";
import { showErrorToast } from "#ui/error-toast.ts";

import type { Progress } from "../contract.ts";
import type { RecoveryAction } from "../rules/recovery-actions.ts";
import { progressQuery, retryDelivery } from "./queries.ts";
import { useAuthorization } from "./use-authorization.ts";
import { failureMessages } from "./use-delivery.ts";

/** The problem of a failed delivery, with its recovery actions. */
export function ProblemPanel({ progress }: { progress: Progress }) {
  const { failedStage, problem, recoveryActions, taskId } = progress;
  const failed = failedStage && failedStage in failureMessages ? failedStage : "VIDEO_UPLOAD";
  return (
    <section role="alert" className="mt-8 border-l-2 border-fault pl-4">
      <h2 className="font-heading text-2xl first-letter:uppercase">
        {failureMessages[failed as keyof typeof failureMessages]}
      </h2>
      {problem && <p className="mt-2 max-w-prose">{problem}</p>}
      <RecoveryActions taskId={taskId} recoveryActions={recoveryActions} />
      <p className="mt-5">
        <Link to={previewPath(taskId)} className="link">
          Go Back To Video Preview Page
        </Link>
      </p>
    </section>
  );
}

function RecoveryActions({
  taskId,
  recoveryActions,
}: {
  taskId: number;
  recoveryActions: readonly RecoveryAction[];
}) {
  const queries = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const { continueToPlatform, redirecting } = useAuthorization();
  const retrying = useMutation({
    mutationFn: (choice: { withoutThumbnail?: boolean; uploadAgain?: boolean }) =>
      retryDelivery({ taskId, ...choice }),
    onSuccess: (progress) => queries.setQueryData(progressQuery(taskId).queryKey, progress),
    onError: (error) => showErrorToast(error),
    onSettled: () => setConfirming(false),
  });
  const busy = retrying.isPending;
  const variantOf = (action: RecoveryAction) => (action === recoveryActions[0] ? "primary" : "outline");
  const buttons: Record<RecoveryAction, ReactNode> = {
    retry: (
      <Button variant={variantOf("retry")} busy={busy && "Retrying..."} onClick={() => retrying.mutate({})}>
        Retry
      </Button>
    ),
    reconnect: (
      <Button
        variant={variantOf("reconnect")}
        busy={redirecting && "Redirecting to OAuth..."}
        onClick={() => continueToPlatform({ taskId, reconnect: true })}
      >
        Reconnect channel
      </Button>
    ),
    "edit-details": (
      <Link to={`/task-update/${taskId}`} className={buttonClass(variantOf("edit-details"))}>
        Edit details
      </Link>
    ),
    "skip-thumbnail": (
      <Button disabled={busy} onClick={() => retrying.mutate({ withoutThumbnail: true })}>
        Publish without thumbnail
      </Button>
    ),
    "upload-again": (
      <Button disabled={busy} onClick={() => setConfirming(true)}>
        Upload again
      </Button>
    ),
  };
  if (recoveryActions.length === 0) return null;
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {recoveryActions.map((action) => (
        <span key={action}>{buttons[action]}</span>
      ))}
      <AlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Upload the video again?"
        description="Check your channel first. If the video is already there, it will be uploaded twice."
        confirmLabel="Not there, upload again"
        busy={busy && "Retrying..."}
        onConfirm={() => retrying.mutate({ uploadAgain: true })}
      />
    </div>
  );
}
