import { describe, expect, it } from "vitest";

import { fraction, timeFrames } from "./frame-timing.ts";

/** The first `count` picture times of a rate, rounded to a clock of `resolution` ticks per second. */
const timesOf = (num: number, den: number, count: number, resolution: number) =>
  Array.from({ length: count }, (_, n) => Math.round(((n * den) / num) * resolution) / resolution);

describe("timeFrames", () => {
  it.each([
    [24_000, 1001, 24_000],
    [24_000, 1001, 90_000],
    [30_000, 1001, 30_000],
    [30_000, 1001, 90_000],
    [30_000, 1001, 600],
    [60_000, 1001, 60_000],
    [25, 1, 12_800],
    [30, 1, 600],
    [120, 1, 15_360],
    [24_000, 1001, 1000],
    [30_000, 1001, 1000],
    [30, 1, 1000],
    [25, 2, 12_800],
  ])("finds %i/%i from a clock of %i ticks a second", (num, den, resolution) => {
    const times = timesOf(num, den, 500, resolution);
    expect(timeFrames(times, resolution, den / num)).toEqual({ rate: { num, den }, constant: true });
  });

  it("distinguishes 23.976 from 24 on a coarse clock by the stated duration", () => {
    const times = timesOf(24_000, 1001, 12, 1000);
    expect(timeFrames(times, 1000, 1001 / 24_000).rate).toEqual({ num: 24_000, den: 1001 });
    expect(timeFrames(times, 1000, 1 / 24).rate).toEqual({ num: 24, den: 1 });
  });

  it("treats a rate as variable when a single frame is missing", () => {
    const times = timesOf(30, 1, 500, 15_360).toSpliced(250, 1);
    expect(timeFrames(times, 15_360, 1 / 30)).toEqual({ rate: { num: 30, den: 1 }, constant: false });
  });

  it("gives a variable rate the rate of its fast parts, between 23.976 and 60", () => {
    const slow = timesOf(5, 1, 50, 1000);
    const fast = timesOf(240, 1, 50, 1000).map((time) => 10 + time);
    const jumpy = [...slow, 9.95, ...fast];
    expect(timeFrames(jumpy, 1000, 0.2)).toEqual({ rate: { num: 60, den: 1 }, constant: false });
    expect(timeFrames([0, 0.3, 0.7, 1.1, 1.4], 1000, 0.4)).toMatchObject({
      rate: { num: 24_000, den: 1001 },
    });
  });

  it("accepts one frame and none", () => {
    expect(timeFrames([0], 1000, 0.04)).toEqual({ rate: { num: 25, den: 1 }, constant: true });
    expect(timeFrames([], 1000, 0)).toMatchObject({ constant: true });
  });
});

describe("fraction", () => {
  it.each([
    [12.5, 25, 2],
    [29.97002997, 30_000, 1001],
    [7, 7, 1],
    [0.5, 1, 2],
  ])("writes %f as %i/%i", (value, num, den) => {
    expect(fraction(value)).toEqual({ num, den });
  });
});
