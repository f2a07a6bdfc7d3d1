import { attemptsExhausted, isCancelled, reconnectNeeded } from "./problem-codes.ts";
import { destinationProblems } from "./problems/destinations.ts";
import { detailsProblems } from "./problems/details.ts";
import type { Problem } from "./problems/problem.ts";
import { uploadProblems } from "./problems/uploads.ts";
import { rejected, videoProblems } from "./problems/videos.ts";
import type { DeliveryStep } from "./progress.ts";
import type { Actions } from "./recovery-actions.ts";

const table = { ...destinationProblems, ...uploadProblems, ...detailsProblems, ...videoProblems };
export type ProblemCode = keyof typeof table;
/** All problems of publishing, from which docs/publishing-failures.md is generated. */
export const problems: Readonly<Record<ProblemCode, Problem>> = table;

const byCode = new Map<string, Problem>(Object.entries(problems));

/** Platforms may report reasons for a rejection, and requests may fail with codes, that are unknown here. */
function findProblem(code: string): Problem {
  return byCode.get(code) ?? (code.startsWith("platform_") ? rejected : {});
}

const generalMessage =
  "{platform} can't publish this video. See your account on {platform} for the reason, then retry.";

/**
 * The message that users read for the code of a failed delivery or connection: the cause and the next step. `platform` is
 * the platform's name, `renewal` when its quota renews for the user. Codes that are unknown here have a general message.
 */
export function problemMessage(code: string, platform: string, renewal?: string): string {
  return renewed(named(findProblem(code).message ?? generalMessage, platform), renewal);
}

/** The cause and the next step of changed details that were not sent. */
export function changeProblemMessage(code: string, platform: string, renewal?: string): string {
  const message = findProblem(code).published?.message;
  return message === undefined ? problemMessage(code, platform, renewal) : named(message, platform);
}

/**
 * A few words on the event, for problems that the failed stage does not describe: trying again later does not solve
 * them. Null for others.
 */
export function problemHeadline(code: string, platform: string): string | null {
  const { headline } = findProblem(code);
  return headline === undefined ? null : named(headline, platform);
}

/** The cause of a retry, for the code of a temporary error. */
export function interruptionMessage(code: string, platform: string): string {
  return named(findProblem(code).interruption ?? "The last attempt failed.", platform);
}

/**
 * The feedback for the editor of a version that the platform could not use, to be edited by the creator before it is
 * sent. Empty if only the creator knows the reason.
 */
export function feedbackFor(code: string, platform: string): string {
  return named(findProblem(code).feedback ?? "", platform);
}

/**
 * The actions for a problem code at a step: first the one that solves the problem, which is the primary button everywhere.
 * Empty where nothing is left to do. At the step `done` the problem is one of changed details, captions or playlists.
 */
export function recoveryActionsFor(code: string, step: DeliveryStep): Actions {
  const { actions = ["retry"], published } = findProblem(code);
  if (step === "done") return published?.actions ?? actions;
  if (step !== "thumbnail" || actions.includes("skip-thumbnail")) return actions;
  return [...actions, "skip-thumbnail"];
}

/** The texts and recovery actions for a delivery that ended with a problem at a step. */
export function describeFailure(code: string, step: DeliveryStep, platform: string) {
  return {
    headline: problemHeadline(code, platform),
    problem: problemMessage(code, platform),
    cancelled: isCancelled(code),
    recoveryActions: recoveryActionsFor(code, step),
    feedback: feedbackFor(code, platform),
  };
}

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

/** The reason why figures were not read, and whether waiting doesn't help. */
export function figuresProblem(code: string, platform: string): { message: string; lasting: boolean } {
  const usual = "{platform} is not responding. Analytics are read again later.";
  const { message = usual, lasting = false } = findProblem(code).figures ?? {};
  return { message: named(message, platform), lasting };
}

/** Codes of problems of a single video, after which the figures of the other videos of its destination are read. */
export const problemsOfVideos: readonly string[] = Object.entries(problems)
  .filter(([, { figures }]) => figures?.ofVideo)
  .map(([code]) => code);

/** The code to store for the error that ended a delivery. */
export function toProblemCode({ kind, code }: { kind: string; code: string }): string {
  if (code === "access_expired") return reconnectNeeded;
  // The storage's own code.
  if (code === "missing") return "source_missing";
  if (kind !== "retry") return code;
  const { interruption, actions } = findProblem(code);
  return interruption !== undefined && actions !== undefined ? code : attemptsExhausted;
}

/** Whether the server tries again by itself to send changed details after this error. */
export function isRetriedChange({ kind, code }: { kind: string; code: string }): boolean {
  return kind === "retry" && findProblem(code).retriesChanges !== false;
}

function renewed(text: string, renewal = "midnight Pacific time"): string {
  return text.replaceAll("{renewal}", renewal);
}

function named(text: string, platform: string): string {
  return text.replaceAll("{platform}", platform);
}
