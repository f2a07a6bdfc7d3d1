import { problemMessage } from "#modules/publishing/rules/problems.ts";
import { recoveryActionsFor } from "#modules/publishing/rules/recovery-actions.ts";

/** A problem in words, and whether connecting the channel again solves it. */
export function describeProblem(code: string, platform: string): { problem: string; reconnect: boolean } {
  const reconnect = recoveryActionsFor(code, "done").includes("reconnect");
  return { problem: problemMessage(code, platform), reconnect };
}
