import { describe, expect, it } from "vitest";

import { counterPercent } from "./contact.ts";

describe("the counter", () => {
  it("counts 30 percent per second up to 100", () => {
    expect([0, 1, 2, 3, 4, 60].map(counterPercent)).toEqual([0, 30, 60, 90, 100, 100]);
  });

  it("is 0 when the clock was set back", () => {
    expect(counterPercent(-1)).toBe(0);
  });
});
