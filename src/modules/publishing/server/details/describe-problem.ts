import { problemMessage, recoveryActionsFor } from "#modules/publishing/rules/problems.ts";
import type { Actions } from "#modules/publishing/rules/recovery-actions.ts";

/** A problem of a channel or of a published video in words, and what helps. */
export function describeProblem(
  code: string,
  platform: string,
  renewal?: string,
): { problem: string; recoveryActions: Actions } {
  return {
    problem: problemMessage(code, platform, renewal),
    recoveryActions: recoveryActionsFor(code, "done"),
  };
}
