import { describe, expect, it } from "vitest";

import { platformErrors } from "#adapters/video-platform/platform-error.ts";

import { actionsByProblem, recoveryActionsFor } from "./actions-by-problem.ts";
import { cancelling, inDoubt, videoDeleted, visibilityRefused } from "./problem-codes.ts";
import { problemMessages } from "./problem-messages.ts";
import { problemCodeOf, problemHeadline } from "./problems.ts";
import { deliverySteps } from "./progress.ts";
import { mergedActions, type RecoveryAction, recoveryPath } from "./recovery-actions.ts";

/** Problems that end only the connection of a channel, whose page or dialog has the next step. */
const connecting = new Set([
  ...["unreachable", "unavailable", "rate_limited", "no_refresh_token", "second_factor_needed"],
  ...["authorization_declined", "authorization_expired", "authorization_blocked", "authorization_failed"],
  ...["login_refused", "not_peertube", "address_refused", "not_s3", "keys_refused"],
]);
/** Problems after which nothing is left to do: Reelay continues by itself, or the video is gone. */
const withoutStep = new Set([cancelling, videoDeleted]);

const problems = [...actionsByProblem.keys()];
/** Without those of captions, playlists and changes of a published video. */
const endsDelivery = problems.filter((code) => !/^(playlist|caption|video_deleted)/.test(code));
const solvable = problems
  .filter((code) => !withoutStep.has(code))
  .flatMap((code) => deliverySteps.map((step) => [code, step] as const));

describe("the table of problems", () => {
  it("has every problem that has a message", () => {
    const known = [...problemMessages.keys(), videoDeleted].filter((code) => !connecting.has(code));
    expect(problems.toSorted()).toEqual(known.toSorted());
  });

  it("has every error of a platform that ends a delivery", () => {
    const ending = Object.entries(platformErrors).map(([code, { kind }]) => problemCodeOf({ kind, code }));
    expect(ending.filter((code) => !connecting.has(code) && !problems.includes(code))).toEqual([]);
  });
});

describe("each problem has one primary next step", () => {
  it.each(solvable)("%s at %s", (code, step) => {
    const actions = recoveryActionsFor(code, step);
    expect(actions).not.toEqual([]);
    expect(new Set(actions).size).toBe(actions.length);
  });

  it.each(endsDelivery)("and %s has a headline that does not ask to try again later", (code) => {
    const asksToRetry = recoveryActionsFor(code, "upload")[0] === "retry";
    expect(problemHeadline(code, "YouTube") === null).toBe(asksToRetry);
  });

  it.each([...withoutStep])("but nothing is left to do after %s", (code) => {
    expect(recoveryActionsFor(code, "done")).toEqual([]);
  });

  it("which is to retry only after problems that pass by themselves or at the platform", () => {
    const repeated = problems.filter((code) => recoveryActionsFor(code, "upload")[0] === "retry");
    expect(repeated.toSorted()).toEqual([
      ...[
        "attempts_exhausted",
        "quota_exceeded",
        "reconnected",
        "storage_full",
        "unexpected",
        "upload_limit",
      ],
      "video_not_found",
    ]);
  });

  it.each(problems.filter((code) => code.startsWith("invalid_") || code.endsWith("_refused")))(
    "and %s is never answered by a mere retry",
    (code) => {
      const firsts = deliverySteps.map((step) => recoveryActionsFor(code, step)[0]);
      expect(firsts).not.toContain("retry");
    },
  );
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

  it.each<[RecoveryAction[], string]>([
    [["edit-details"], "/task-update/7"],
    [["choose-thumbnail", "skip-thumbnail"], "/task-update/7"],
    [["reconnect", "retry"], "/check-progress/7"],
    [[], "/check-progress/7"],
  ])("%j begin at %s", (actions, path) => {
    expect(recoveryPath(7, actions)).toBe(path);
  });
});
