import type { ReactNode } from "react";
import { toast } from "sonner";

import { call } from "#core/web/client.ts";
import { useAction } from "#core/web/use-change.ts";
import { changesEndpoints } from "#modules/publishing/contract/changes.ts";
import { detailsEndpoints } from "#modules/publishing/contract/details.ts";
import type { OperationProgress } from "#modules/publishing/contract/operations.ts";
import { mergedActions } from "#modules/publishing/rules/recovery-actions.ts";
import type { ButtonSize } from "#ui/button-class.ts";

import { detailsQuery } from "../details/queries.ts";
import { RecoveryActions } from "../operations/recovery-actions.tsx";
import { publicationsKey } from "../query-keys.ts";
import { changesQuery } from "./queries.ts";
import { leadingProblem } from "./use-sent-afterwards.ts";

interface UnsentRecoveryProps {
  taskId: number;
  operations: readonly OperationProgress[];
  /** False where the page has its primary button elsewhere. */
  primary: boolean;
  size?: ButtonSize;
  /** Further buttons at the end. */
  children?: ReactNode;
}

/**
 * Recovery actions for changes, captions or playlists that were not sent, in one row for all of them. The buttons
 * for a reconnection are beside their problems.
 */
export function UnsentRecovery({ taskId, operations, primary, ...row }: UnsentRecoveryProps) {
  const resending = useResend(taskId);
  const problems = operations.map(({ recoveryActions }) => recoveryActions);
  const actions = mergedActions(problems).filter((action) => action !== "reconnect");
  const solvedHere = leadingProblem(operations)?.recoveryActions[0] !== "reconnect";
  const parts = operations
    .filter(({ recoveryActions }) => recoveryActions.includes("retry"))
    .map(({ part }) => part);
  return (
    <RecoveryActions
      taskId={taskId}
      actions={actions}
      {...row}
      primary={(primary && solvedHere && actions[0]) || null}
      busy={resending.isPending ? { retry: "Sending..." } : null}
      onAct={() => resending.mutate(new Set(parts))}
    />
  );
}

const endpoints = { changes: changesEndpoints.resendChanges, additions: detailsEndpoints.sendAdditions };

/** Sends parts of what follows the video again to all destinations that do not have them. */
function useResend(taskId: number) {
  const resend = async (parts: ReadonlySet<OperationProgress["part"]>) =>
    Promise.all([...parts].map((part) => call(endpoints[part], { params: { taskId } })));
  return useAction(resend, {
    refetch: [changesQuery(taskId).queryKey, detailsQuery(taskId).queryKey, publicationsKey],
    onSuccess: (responses) => {
      for (const { message } of responses) toast.success(message);
    },
  });
}
