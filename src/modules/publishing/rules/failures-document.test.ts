import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { describe, expect, it } from "vitest";

import { type FailureRow, failureRows, failuresAfterPublishing } from "#testing/failure-table.ts";

import { recoveryActionsFor } from "./actions-by-problem.ts";
import { changeProblemMessage } from "./change-problems.ts";
import { interruptionMessage, interruptions } from "./interruptions.ts";
import { videoDeleted } from "./problem-codes.ts";
import { problemMessages } from "./problem-messages.ts";
import { problemHeadline, problemMessage } from "./problems.ts";
import type { DeliveryStep } from "./progress.ts";
import { recoveryLabels } from "./recovery-actions.ts";

const root = resolve(import.meta.dirname, "../../../..");
const document = readFileSync(join(root, "docs/publishing-failures.md"), "utf8");
const connecting = failureRows(document, "While a channel is connected");
const publishing = failureRows(document, "While a video is published");
const repeated = failureRows(document, "Repeated attempts");
const afterwards = failureRows(document, "After publishing");

const platform = "{platform}";

/** Whether a test, whose path begins at the root or in the server's part of the module, names the code. */
function isTestedBy(test: string, code: string): boolean {
  const path = test.startsWith("src/") ? test : `src/modules/publishing/server/${test}`;
  const source = readFileSync(join(root, path), "utf8");
  return [code, code.replace(/^platform_/, "")].some((name) => source.includes(`"${name}"`));
}

const buttonsOf = (code: string, step: DeliveryStep) =>
  recoveryActionsFor(code, step)
    .map((action) => recoveryLabels[action])
    .join(", ");

const codesOf = (rows: readonly FailureRow[]) => rows.map(({ code }) => code).toSorted();

describe("docs/publishing-failures.md", () => {
  it("has every code once, and no other", () => {
    const before = new Set(codesOf([...connecting, ...publishing]));
    const onlyAfterwards = afterwards.filter(({ code }) => !before.has(code));
    expect([...codesOf([...connecting, ...publishing, ...onlyAfterwards])].toSorted()).toEqual(
      [...problemMessages.keys(), videoDeleted].toSorted(),
    );
    expect(codesOf(repeated)).toEqual([...interruptions.keys()].toSorted());
    expect(new Set(codesOf(afterwards)).size).toBe(afterwards.length);
  });

  it.each([...connecting, ...publishing])("has the message of $code", ({ code, message }) => {
    expect(message).toBe(problemMessage(code, platform));
  });

  it.each(repeated)("has the message of $code before the next attempt", ({ code, message }) => {
    expect(message).toBe(interruptionMessage(code, platform));
  });

  it.each(failuresAfterPublishing(document))(
    "has the message of $code after publishing",
    ({ code, message }) => {
      expect(message).toBe(changeProblemMessage(code, platform));
    },
  );

  it.each(publishing)("has the buttons of $code", ({ code, next }) => {
    const step = code.startsWith("thumbnail_") ? "thumbnail" : "upload";
    expect(next).toBe(buttonsOf(code, step) || "None, Reelay continues");
  });

  it.each(failuresAfterPublishing(document))(
    "has the buttons of $code after publishing",
    ({ code, next }) => {
      expect(next).toBe(buttonsOf(code, "done") || "None, the video can't be changed any more");
    },
  );

  it.each(publishing)("has the headline of $code", ({ code, headline }) => {
    expect(headline).toBe(problemHeadline(code, platform) ?? "That of the step");
  });

  it.each([...connecting, ...publishing, ...repeated, ...afterwards])("names tests of $code", (row) => {
    expect(row.next).not.toBe("");
    expect(row.tests.filter((test) => !isTestedBy(test, row.code))).toEqual([]);
  });
});
