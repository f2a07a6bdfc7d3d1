import { expect, it } from "vitest";

import { editPeriod, isChangeable, sendRefusal } from "./messages.ts";

it.each([
  [{ startedBy: null, accepted: false, blockedBy: [] }, null],
  [{ startedBy: 1, accepted: false, blockedBy: [] }, "awaiting_acceptance"],
  [{ startedBy: 2, accepted: false, blockedBy: [] }, null],
  [{ startedBy: 1, accepted: true, blockedBy: [] }, null],
  [{ startedBy: 2, accepted: true, blockedBy: [2] }, "blocked"],
  [{ startedBy: 2, accepted: true, blockedBy: [1, 2] }, "you_blocked"],
] as const)("user 1 in the conversation %j is refused with %s", (state, refusal) => {
  expect(sendRefusal(state, 1)).toBe(refusal);
});

it("a message is changeable for 15 minutes", () => {
  const sent = new Date("2026-11-22T10:00:00Z");
  expect(isChangeable(sent, new Date(sent.getTime() + editPeriod - 1))).toBe(true);
  expect(isChangeable(sent, new Date(sent.getTime() + editPeriod))).toBe(false);
});
