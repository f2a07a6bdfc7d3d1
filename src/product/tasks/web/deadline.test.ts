import { describe, expect, it } from "vitest";

import { endOfDay, localDay } from "./deadline.ts";

describe("a deadline in the form", () => {
  it("is the viewer's day, there and back", () => {
    expect(localDay(new Date(endOfDay("2026-11-24")))).toBe("2026-11-24");
    expect(new Date(endOfDay("2026-11-24")).getMinutes()).toBe(59);
  });

  it("stays as it is while it is unfinished", () => {
    expect(endOfDay("")).toBe("");
  });
});
