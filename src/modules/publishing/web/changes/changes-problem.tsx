import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";

import type { ChangesOfDelivery } from "#modules/publishing/contract/changes.ts";
import type { ButtonSize } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";
import { showErrorToast } from "#ui/error-toast.ts";
import { Moment } from "#ui/timecode.tsx";

import { ConnectionProblem } from "../connection-problem.tsx";
import { publicationsKey } from "../query-keys.ts";
import { changesQuery, resendChanges } from "./queries.ts";

/** Why changed details of a published video were not sent, and when they will be. */
export function ChangesProblem({ changes, taskId }: { changes: ChangesOfDelivery; taskId: number }) {
  const { kind, problem, nextAttemptAt, reconnect } = changes;
  return (
    <>
      {problem !== null && <ConnectionProblem {...{ problem, reconnect, kind, taskId }} variant="primary" />}
      {nextAttemptAt !== null && (
        <p className="mt-1 text-sm text-soft">
          Next attempt: <Moment at={new Date(nextAttemptAt)} />
        </p>
      )}
    </>
  );
}

interface ResendChangesProps {
  taskId: number;
  /** The changes that were not sent. Trying again is not the first step where all need a reconnection. */
  failed: readonly Pick<ChangesOfDelivery, "reconnect">[];
  size?: ButtonSize;
}

/** Tries again to send the changed details of a task to all of its destinations. */
export function ResendChanges({ taskId, failed, size = "medium" }: ResendChangesProps) {
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: () => resendChanges(taskId),
    onSuccess: ({ data: changed, message }) => {
      toast.success(message);
      queries.setQueryData(changesQuery(taskId).queryKey, changed);
      void queries.invalidateQueries({ queryKey: publicationsKey });
    },
    onError: (error) => showErrorToast(error),
  });
  return (
    <Button
      size={size}
      variant={failed.every(({ reconnect }) => reconnect) ? "outline" : "primary"}
      busy={sending.isPending && "Sending..."}
      onClick={() => sending.mutate()}
    >
      Try again
    </Button>
  );
}
