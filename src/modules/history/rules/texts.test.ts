import { expect, it } from "vitest";

import { historyText } from "./texts.ts";

it.each([
  [{ kind: "commented", version: 2, count: 7 }, "7 comments on version 2"],
  [{ kind: "commented", version: 1, count: 1 }, "1 comment on version 1"],
  [{ kind: "in_review", version: 3, count: 1 }, "Version 3 is ready for review"],
  [{ kind: "assigned", version: null, count: 1 }, "Task assigned"],
  [{ kind: "approved", version: 2, count: 1 }, "Version 2 approved"],
] as const)("%o reads %s", (entry, text) => {
  expect(historyText({ ...entry, requiredApprovals: null })).toBe(text);
});

it.each([
  ["approval_given", 1, 2, "Version 2 approved, 1 of 2 required approvals"],
  ["approval_given", 0, 1, "Version 2 approved, 0 of 1 required approval"],
  ["approved", 2, 2, "Version 2 approved, 2 of 2 required approvals"],
] as const)("%s with %d of %d reads %s", (kind, count, requiredApprovals, text) => {
  expect(historyText({ kind, version: 2, count, requiredApprovals })).toBe(text);
});
