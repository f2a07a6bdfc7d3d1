import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { toast } from "sonner";

import { AlertDialog } from "#ui/alert-dialog.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";

import type { Progress } from "../contract.ts";
import type { RecoveryAction } from "../rules/recovery-actions.ts";
import { progressQuery, retryUpload } from "./queries.ts";
import { failedSentences } from "./use-delivery.ts";
import { useGoOn } from "./use-go-on.ts";

/** What went wrong, and everything that the person can do about it. */
export function ProblemPanel({ progress }: { progress: Progress }) {
  const { failedStage, problem, recoveryActions, taskId } = progress;
  const sentence = failedStage && failedStage in failedSentences ? failedStage : "VIDEO_UPLOAD";
  return (
    <section role="alert" className="mt-8 border-l-2 border-fault pl-4">
      <h2 className="font-heading text-2xl first-letter:uppercase">
        {failedSentences[sentence as keyof typeof failedSentences]}
      </h2>
      {problem && <p className="mt-2 max-w-prose">{problem}</p>}
      <RecoveryActions taskId={taskId} recoveryActions={recoveryActions} />
      <p className="mt-5">
        <Link to={`/video-preview/${taskId}`} className="link">
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
  const [asking, setAsking] = useState(false);
  const { goOn, going } = useGoOn();
  const retrying = useMutation({
    mutationFn: (choice: { withoutThumbnail?: boolean; uploadAgain?: boolean }) =>
      retryUpload({ taskId, ...choice }),
    onSuccess: (progress) => queries.setQueryData(progressQuery(taskId).queryKey, progress),
    onError: (error) => toast.error(error.message),
    onSettled: () => setAsking(false),
  });
  const busy = retrying.isPending;
  const look = (way: RecoveryAction) => (way === recoveryActions[0] ? "primary" : "outline");
  const buttons: Record<RecoveryAction, ReactNode> = {
    retry: (
      <Button variant={look("retry")} busy={busy && "Trying again..."} onClick={() => retrying.mutate({})}>
        Retry
      </Button>
    ),
    reconnect: (
      <Button
        variant={look("reconnect")}
        busy={going && "Redirecting to OAuth..."}
        onClick={() => goOn({ taskId, reconnect: true })}
      >
        Reconnect channel
      </Button>
    ),
    "edit-details": (
      <Link to={`/task-update/${taskId}`} className={buttonClass(look("edit-details"))}>
        Edit details
      </Link>
    ),
    "skip-thumbnail": (
      <Button disabled={busy} onClick={() => retrying.mutate({ withoutThumbnail: true })}>
        Publish without thumbnail
      </Button>
    ),
    "upload-again": (
      <Button disabled={busy} onClick={() => setAsking(true)}>
        Upload again
      </Button>
    ),
  };
  if (recoveryActions.length === 0) return null;
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {recoveryActions.map((way) => (
        <span key={way}>{buttons[way]}</span>
      ))}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Upload the video again?"
        description="Look at your channel first. If the video is there already, it will be there twice."
        confirmLabel="It isn't there, upload again"
        busy={busy && "Trying again..."}
        onConfirm={() => retrying.mutate({ uploadAgain: true })}
      />
    </div>
  );
}
