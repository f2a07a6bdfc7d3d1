import type { ComponentProps } from "react";

import type { Actions } from "#modules/publishing/rules/recovery-actions.ts";
import { Moment } from "#ui/timecode.tsx";

import { ReconnectButton } from "../destinations/reconnect-button.tsx";

interface ProblemNoteProps extends Pick<ComponentProps<typeof ReconnectButton>, "kind" | "taskId"> {
  problem: string | null;
  nextAttemptAt?: string | null;
  recoveryActions: Actions;
  /** False where the primary button is elsewhere. */
  primary?: boolean;
}

/**
 * A problem of the connection to a channel or of something that is sent there, with the time of the next attempt and a button
 * to reconnect the channel.
 */
export function ProblemNote({
  problem,
  nextAttemptAt = null,
  recoveryActions,
  kind,
  taskId,
  primary = true,
}: ProblemNoteProps) {
  if (problem === null) return null;
  return (
    <>
      <div
        className={`mt-1.5 border-l-2 pl-3 text-sm text-soft ${recoveryActions.length > 0 ? "border-fault" : "border-amber"}`}
      >
        <p className="mb-2 last:mb-0">{problem}</p>
        {recoveryActions.includes("reconnect") && (
          <ReconnectButton
            kind={kind}
            taskId={taskId}
            variant={primary && recoveryActions[0] === "reconnect" ? "primary" : "outline"}
            size="small"
          />
        )}
      </div>
      {nextAttemptAt !== null && (
        <p className="mt-1 text-sm text-soft">
          Next attempt: <Moment at={new Date(nextAttemptAt)} />
        </p>
      )}
    </>
  );
}
