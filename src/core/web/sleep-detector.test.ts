import { beforeEach, expect, it } from "vitest";

import { createSleepDetector } from "./sleep-detector.ts";

let now: number;
let hasSlept: (isHidden: boolean) => boolean;
beforeEach(() => {
  now = 1_000_000;
  hasSlept = createSleepDetector(() => now);
});

function after(seconds: number, isHidden = false): boolean {
  now += seconds * 1000;
  return hasSlept(isHidden);
}

it("notices a sleep once", () => {
  expect(after(1)).toBe(false);
  expect(after(10)).toBe(true);
  expect(after(1)).toBe(false);
});

it("takes no page that is held up, or hidden, for one that sleeps", () => {
  expect(after(4)).toBe(false);
  expect(after(60, true)).toBe(false);
  expect(after(60, true)).toBe(false);
  expect(after(55)).toBe(false);
});

it("notices the sleep of a hidden page, and of one whose clock was put back", () => {
  expect(after(90, true)).toBe(true);
  expect(after(-3600)).toBe(false);
  expect(after(10)).toBe(true);
});
