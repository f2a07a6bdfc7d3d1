import type { ChangesOfDelivery } from "#modules/publishing/contract/changes.ts";
import { Moment } from "#ui/timecode.tsx";

import { ConnectionProblem } from "../destinations/connection-problem.tsx";

/** Why changed details of a published video were not sent, and when they will be. */
export function ChangesProblem({ changes, taskId }: { changes: ChangesOfDelivery; taskId: number }) {
  const { kind, problem, nextAttemptAt, recoveryActions } = changes;
  return (
    <>
      {problem !== null && <ConnectionProblem {...{ problem, recoveryActions, kind, taskId }} />}
      {nextAttemptAt !== null && (
        <p className="mt-1 text-sm text-soft">
          Next attempt: <Moment at={new Date(nextAttemptAt)} />
        </p>
      )}
    </>
  );
}
