import { expect, it } from "vitest";

import { taskEventKinds } from "./kinds.ts";
import { taskEvents } from "./task-events.ts";
import { assistantText, historyText } from "./texts.ts";

it("shows the title of the task as it is", () => {
  expect(assistantText("approved", "{version} of {task}", 2)).toBe(
    "Version 2 of {version} of {task} was approved",
  );
});

it("all placeholders are filled", () => {
  const texts = taskEventKinds.flatMap((kind) => [
    historyText({ kind, version: 2, count: 2, requiredApprovals: null }),
    assistantText(kind, "Tides", 2),
  ]);
  expect(texts.filter((text) => /\{\w+\}/.test(text))).toEqual([]);
});

it("the assistant reports only events of the history", () => {
  const reported = taskEventKinds.filter((kind) => taskEvents[kind].assistant !== null);
  expect(reported.filter((kind) => taskEvents[kind].history === null)).toEqual([]);
});
