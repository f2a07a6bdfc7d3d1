import { describe, expect, it } from "vitest";

import { platformErrors } from "#adapters/video-platform/platform-error.ts";

import { inDoubt, reconnected, visibilityRefused } from "./problem-codes.ts";
import { problemLists } from "./problem-lists.ts";
import { isRetriedChange, toProblemCode, problemHeadline, problems, recoveryActionsFor } from "./problems.ts";
import { destinationProblems } from "./problems/destinations.ts";
import { detailsProblems } from "./problems/details.ts";
import type { Problem } from "./problems/problem.ts";
import { uploadProblems } from "./problems/uploads.ts";
import { videoProblems } from "./problems/videos.ts";
import { deliverySteps } from "./progress.ts";
import { isSolvedByDetails, mergedActions, type RecoveryAction } from "./recovery-actions.ts";

const all = Object.entries<Problem>(problems);
const { connecting, delivery, retried } = problemLists;
const ending = all.flatMap(([code, { actions }]) => (actions ? [{ code, actions }] : []));
/** Nothing is left to do: Reelay continues by itself, or the video is gone. */
const withoutStep = ending.filter(({ actions }) => actions.length === 0).map(({ code }) => code);
const solvable = ending
  .filter(({ code }) => !withoutStep.includes(code))
  .flatMap(({ code }) => deliverySteps.map((step) => [code, step] as const));

describe("the table of problems", () => {
  it("has each code once", () => {
    const parts = [destinationProblems, detailsProblems, uploadProblems, videoProblems];
    expect(parts.flatMap((part) => Object.keys(part)).toSorted()).toEqual(Object.keys(problems).toSorted());
  });

  it.each(all)("has the texts for the time of %s", (_, problem) => {
    const { message, actions, connecting: shown, interruption } = problem;
    expect([actions, shown].filter((part) => part !== undefined)).toHaveLength(message ? 1 : 0);
    expect(message ?? interruption).toMatch(/^([A-Z]|\{platform\}).*\.$/);
  });

  it("has every error of a platform that ends a delivery", () => {
    const codes = Object.entries(platformErrors).map(([code, { kind }]) => toProblemCode({ kind, code }));
    const known = new Set<string>([...connecting, ...ending.map(({ code }) => code)]);
    expect(codes.filter((code) => !known.has(code))).toEqual([]);
  });
});

describe("each problem has one primary next step", () => {
  it.each(solvable)("%s at %s", (code, step) => {
    const actions = recoveryActionsFor(code, step);
    expect(actions).not.toEqual([]);
    expect(new Set(actions).size).toBe(actions.length);
  });

  it.each(delivery)("and %s has a headline that does not ask to try again later", (code) => {
    const asksToRetry = recoveryActionsFor(code, "upload")[0] === "retry" && code !== reconnected;
    expect(problemHeadline(code, "YouTube") === null).toBe(asksToRetry);
  });

  it("but nothing is left to do after a cancellation, and for a deleted video", () => {
    expect(withoutStep).toEqual(["cancelling", "video_deleted"]);
  });

  it("which is to retry only after problems that pass by themselves or at the platform", () => {
    const repeated = ending.filter(({ actions: [first] }) => first === "retry").map(({ code }) => code);
    expect(repeated.toSorted()).toEqual([
      ...[
        "attempts_exhausted",
        "quota_exceeded",
        "quota_share_used",
        "reconnected",
        "storage_full",
        "unexpected",
        "upload_limit",
      ],
      "video_not_found",
    ]);
  });

  it.each(solvable.filter(([code]) => code.startsWith("invalid_") || code.endsWith("_refused")))(
    "and %s at %s is never answered by a mere retry",
    (code, step) => expect(recoveryActionsFor(code, step)[0]).not.toBe("retry"),
  );
});

it("changes are sent again after all temporary errors except those that last for hours or need the creator", () => {
  const waiting = retried.filter((code) => !isRetriedChange({ kind: "retry", code }));
  expect(waiting).toEqual(["access_expired", "quota_exceeded", "quota_share_used", "upload_limit"]);
  expect(isRetriedChange({ kind: "needs-user", code: "unavailable" })).toBe(false);
});

describe("the recovery actions", () => {
  it.each([
    ["unknown_code", "upload", ["retry"]],
    ["platform_brandNew", "processing", ["send-back", "check-again"]],
    ["scope_missing", "upload", ["reconnect", "retry"]],
    ["invalid_title", "upload", ["edit-details"]],
    ["invalid_title", "done", ["edit-details"]],
    ["privacy_refused", "upload", ["change-visibility"]],
    ["privacy_refused", "done", ["edit-details"]],
    ["refused", "upload", ["contact-operator", "retry"]],
    ["thumbnail_not_allowed", "thumbnail", ["skip-thumbnail", "verify-channel", "retry"]],
    ["thumbnail_not_allowed", "done", ["verify-channel", "retry"]],
    ["thumbnail_invalid", "thumbnail", ["choose-thumbnail", "skip-thumbnail"]],
    ["thumbnail_invalid", "done", ["choose-thumbnail"]],
    ["quota_exceeded", "thumbnail", ["retry", "skip-thumbnail"]],
    [inDoubt, "upload", ["upload-again", "check-again"]],
    ["platform_length", "processing", ["verify-channel", "upload-again", "send-back"]],
    [visibilityRefused, "processing", ["accept-visibility", "retry"]],
    [visibilityRefused, "done", ["edit-details", "retry"]],
    ["playlist_not_found", "done", ["open-studio"]],
  ] as const)("for %s at %s are %j", (code, step, recoveryActions) => {
    expect(recoveryActionsFor(code, step)).toEqual(recoveryActions);
  });

  it("of several destinations are in one row, corrected details before a retry", () => {
    expect(mergedActions([["retry"], [], ["edit-details"], ["reconnect", "retry"]])).toEqual([
      "edit-details",
      "reconnect",
      "retry",
    ]);
  });

  it.each<[RecoveryAction[], boolean]>([
    [["edit-details"], true],
    [["choose-thumbnail", "skip-thumbnail"], true],
    [["reconnect", "retry"], false],
    [[], false],
  ])("%j begin in the form of the details: %s", (recoveryActions, expected) => {
    expect(isSolvedByDetails({ recoveryActions })).toBe(expected);
  });
});
