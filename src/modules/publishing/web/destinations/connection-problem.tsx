import type { ComponentProps } from "react";

import type { Actions } from "#modules/publishing/rules/recovery-actions.ts";

import { ReconnectButton } from "./reconnect-button.tsx";

interface ConnectionProblemProps extends Pick<ComponentProps<typeof ReconnectButton>, "kind" | "taskId"> {
  problem: string;
  recoveryActions: Actions;
}

/** What is wrong with the connection to a channel, and a button to solve it. */
export function ConnectionProblem({ problem, recoveryActions, ...button }: ConnectionProblemProps) {
  return (
    <div
      className={`mt-1.5 border-l-2 pl-3 text-sm text-soft ${recoveryActions.length > 0 ? "border-fault" : "border-amber"}`}
    >
      <p className="mb-2 last:mb-0">{problem}</p>
      {recoveryActions.includes("reconnect") && (
        <ReconnectButton
          {...button}
          variant={recoveryActions[0] === "reconnect" ? "primary" : "outline"}
          size="small"
        />
      )}
    </div>
  );
}
