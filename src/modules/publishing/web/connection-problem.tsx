import type { ComponentProps } from "react";

import { ReconnectButton } from "./reconnect-button.tsx";

interface ConnectionProblemProps extends Pick<
  ComponentProps<typeof ReconnectButton>,
  "kind" | "taskId" | "variant"
> {
  problem: string;
  /** Connecting the channel again solves the problem. */
  reconnect: boolean;
}

/** What is wrong with the connection to a channel, and a button to solve it. */
export function ConnectionProblem({ problem, reconnect, ...button }: ConnectionProblemProps) {
  return (
    <div className="mt-1.5 border-l-2 border-amber pl-3 text-sm text-soft">
      <p className="mb-2">{problem}</p>
      {reconnect && <ReconnectButton {...button} size="small" />}
    </div>
  );
}
