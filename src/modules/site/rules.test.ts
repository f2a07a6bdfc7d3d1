import { describe, expect, it } from "vitest";

import { countedPercent } from "./rules.ts";

describe("the counter", () => {
  it("adds thirty percent a second and stops at a hundred", () => {
    expect([0, 1, 2, 3, 4, 60].map(countedPercent)).toEqual([0, 30, 60, 90, 100, 100]);
  });

  it("does not run backwards when the clock does", () => {
    expect(countedPercent(-1)).toBe(0);
  });
});
