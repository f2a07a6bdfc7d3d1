import { describe, expect, it } from "vitest";

import { deadlineOf, endOfDay, localDay } from "./deadline.ts";

describe("a deadline in the form", () => {
  it("is the viewer's day, there and back", () => {
    expect(localDay(new Date(endOfDay("2026-11-24")))).toBe("2026-11-24");
    expect(new Date(endOfDay("2026-11-24")).getMinutes()).toBe(59);
  });

  it("stays as it is while it is unfinished", () => {
    expect(endOfDay("")).toBe("");
  });

  it("keeps its moment until another day is chosen, as it may have been set by a clock elsewhere", () => {
    const morning = new Date(2026, 10, 24, 6, 29).toISOString();
    expect(deadlineOf("2026-11-24", morning)).toBe(morning);
    expect(deadlineOf("2026-11-25", morning)).toBe(endOfDay("2026-11-25"));
    expect(deadlineOf("2026-11-24", null)).toBe(endOfDay("2026-11-24"));
  });
});
