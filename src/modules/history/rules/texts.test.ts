import { expect, it } from "vitest";

import { historyText } from "./texts.ts";

it.each([
  [{ kind: "commented", version: 2, count: 7 }, "7 comments on version 2"],
  [{ kind: "commented", version: 1, count: 1 }, "1 comment on version 1"],
  [{ kind: "in_review", version: 3, count: 1 }, "Version 3 is ready for review"],
  [{ kind: "assigned", version: null, count: 1 }, "Task assigned"],
] as const)("%o reads %s", (entry, text) => {
  expect(historyText(entry)).toBe(text);
});
