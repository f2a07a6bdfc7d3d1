import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";

import { describe, expect, it } from "vitest";

import { recoveryActionsFor } from "./actions-by-problem.ts";
import { changeProblemMessage } from "./change-problems.ts";
import { interruptionMessage, interruptions } from "./interruptions.ts";
import { videoDeleted } from "./problem-codes.ts";
import { problemMessages } from "./problem-messages.ts";
import { problemMessage } from "./problems.ts";
import type { DeliveryStep } from "./progress.ts";
import { recoveryLabels } from "./recovery-actions.ts";

const root = resolve(import.meta.dirname, "../../../..");
interface Row {
  code: string;
  message: string;
  next: string;
  tests: string[];
}

/** The rows of the table below a heading. */
function rowsBelow(heading: string): Row[] {
  const text = readFileSync(join(root, "docs/publishing-failures.md"), "utf8");
  const section = text.split(/^## /m).find((part) => part.startsWith(heading)) ?? "";
  const lines = section.split("\n").filter((line) => line.startsWith("| `"));
  return lines.map((line) => {
    const [code = "", message = "", next = "", tests = ""] = line
      .split("|")
      .slice(1)
      .map((cell) => cell.trim());
    return { code: code.replaceAll("`", ""), message, next, tests: tests.split(", ") };
  });
}

const connecting = rowsBelow("While a channel is connected");
const publishing = rowsBelow("While a video is published");
const repeated = rowsBelow("Repeated attempts");
const afterwards = rowsBelow("After publishing");

const platform = "{platform}";
const sources = new Map(
  readdirSync(join(root, "e2e"), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".ts"))
    .map((name) => [name, readFileSync(join(root, "e2e", name), "utf8")]),
);

/** The browser tests, and the lists of cases that they run through. */
function sourceOf(test: string): string {
  const lists = test === "publishing-failures.spec.ts" ? ["support/youtube-failures.ts"] : [];
  return [test, ...lists].map((name) => sources.get(name) ?? "").join("\n");
}

function isTested({ code, tests }: Row): boolean {
  const names = [code, code.replace(/^platform_/, "")];
  return tests.every((test) => {
    if (test.startsWith("src/")) return readFileSync(join(root, test), "utf8").length > 0;
    return names.some((name) => sourceOf(test).includes(`"${name}"`));
  });
}

/** Failures that no answer of a platform causes, and that a browser test could not produce. */
const withoutBrowser = new Set([
  ...["unexpected", "hash_missing", "source_unreadable", "caption_language_taken"],
  // Needs a break of two minutes. The browser test sees the notice of the stall before it.
  "stalled",
]);

const buttonsOf = (code: string, step: DeliveryStep) =>
  recoveryActionsFor(code, step)
    .map((action) => recoveryLabels[action])
    .join(", ");

const codesOf = (rows: readonly Row[]) => rows.map(({ code }) => code).toSorted();

describe("docs/publishing-failures.md", () => {
  it("has every code once, and no other", () => {
    expect(codesOf([...connecting, ...publishing, ...afterwards.slice(1)])).toEqual(
      [...problemMessages.keys()].toSorted(),
    );
    expect(codesOf(repeated)).toEqual([...interruptions.keys()].toSorted());
    expect(afterwards[0]?.code).toBe(videoDeleted);
  });

  it.each([...connecting, ...publishing])("has the message of $code", ({ code, message }) => {
    expect(message).toBe(problemMessage(code, platform));
  });

  it.each(repeated)("has the message of $code before the next attempt", ({ code, message }) => {
    expect(message).toBe(interruptionMessage(code, platform));
  });

  it.each(afterwards)("has the message of $code after publishing", ({ code, message }) => {
    expect(message).toBe(changeProblemMessage(code, platform));
  });

  it.each(publishing)("has the buttons of $code", ({ code, next }) => {
    const step = code.startsWith("thumbnail_") ? "thumbnail" : "upload";
    expect(next).toBe(buttonsOf(code, step) || "None, Reelay continues");
  });

  it.each(afterwards)("has the buttons of $code after publishing", ({ code, next }) => {
    expect(next).toBe(buttonsOf(code, "done") || "None, the video can't be changed any more");
  });

  it.each([...connecting, ...publishing, ...repeated, ...afterwards])("names a test of $code", (row) => {
    expect(row.next).not.toBe("");
    expect(isTested(row), `${row.code} is in none of its tests`).toBe(true);
    const inBrowser = row.tests.some((test) => test.endsWith(".spec.ts"));
    expect(inBrowser || withoutBrowser.has(row.code), `${row.code} needs a browser test`).toBe(true);
  });
});
