import { describe, expect, it } from "vitest";

import { deadlineText, isPastDay, endOfDay, localDay } from "./deadline.ts";

describe("a deadline in the form", () => {
  it("converts between the local date and a timestamp", () => {
    expect(localDay(new Date(endOfDay("2026-11-24")))).toBe("2026-11-24");
    expect(new Date(endOfDay("2026-11-24")).getMinutes()).toBe(59);
  });

  it("leaves an incomplete date unchanged", () => {
    expect(endOfDay("")).toBe("");
  });

  it("keeps the time of the previous deadline unless its date changes", () => {
    const morning = new Date(2026, 10, 24, 6, 29).toISOString();
    expect(deadlineText("2026-11-24", morning)).toBe(morning);
    expect(deadlineText("2026-11-25", morning)).toBe(endOfDay("2026-11-25"));
    expect(deadlineText("2026-11-24", null)).toBe(endOfDay("2026-11-24"));
  });
});

it.each([
  ["2026-11-23", null, true],
  ["2026-11-24", null, false],
  ["2026-11-25", null, false],
  ["2026-11-20", new Date(2026, 10, 20, 23, 59).toISOString(), false],
  ["2026-11-19", new Date(2026, 10, 20, 23, 59).toISOString(), true],
  ["", null, false],
])("a new deadline of %j is questioned once it has passed (before: %j)", (day, before, isPast) => {
  expect(isPastDay(day, before, "2026-11-24")).toBe(isPast);
});
