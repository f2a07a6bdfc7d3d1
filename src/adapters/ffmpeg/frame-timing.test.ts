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

  it.each([
    ["2997/100", 2997, 100, 11_988, { num: 30_000, den: 1001 }],
    ["19001/317", 19_001, 317, 19_001, { num: 60_000, den: 1001 }],
    ["23.976", 2997, 125, 23_976, { num: 24_000, den: 1001 }],
    ["59.94", 2997, 50, 5994, { num: 60_000, den: 1001 }],
    ["29.9988", 299_988, 10_000, 299_988, { num: 30, den: 1 }],
    ["25.0006", 250_006, 10_000, 250_006, { num: 25, den: 1 }],
  ])("takes %s for the standard rate next to it", (_name, num, den, resolution, rate) => {
    const minute = timesOf(num, den, Math.round((60 * num) / den), resolution);
    expect(timeFrames(minute, resolution, den / num)).toEqual({ rate, constant: true });
  });

  it("keeps a rate that is further from all standard ones", () => {
    const times = timesOf(1199, 50, 500, 11_990);
    expect(timeFrames(times, 11_990, 50 / 1199)).toEqual({ rate: { num: 1199, den: 50 }, constant: true });
  });

  it("has a rate converted once half a frame would be lost by taking it for the standard one", () => {
    const hours = timesOf(2997, 100, 29.97 * 3600 * 5, 11_988);
    expect(timeFrames(hours, 11_988, 100 / 2997)).toEqual({
      rate: { num: 30_000, den: 1001 },
      constant: false,
    });
  });

  it("finds a rate that changes after an hour", () => {
    const hour = timesOf(30, 1, 108_000, 15_360);
    const times = [...hour, ...timesOf(25, 1, 250, 15_360).map((time) => 3600 + time)];
    expect(timeFrames(times, 15_360, 1 / 25)).toEqual({ rate: { num: 30, den: 1 }, constant: false });
  });

  it.each([
    [30, 1, 1000],
    [30_000, 1001, 90_000],
    [25, 1, 25],
    [15, 1, 1000],
    [60, 1, 1000],
    [24_000, 1001, 1000],
  ])("keeps the places of %i/%i on a clock of %i where frames were dropped", (num, den, resolution) => {
    const lost = (time: number, n: number) => n < 1809 || n > 1830 || time < 0;
    const times = timesOf(num, den, 2700, resolution).filter(lost);
    expect(timeFrames(times, resolution, den / num)).toEqual({ rate: { num, den }, constant: false });
    const oneLost = timesOf(num, den, 2700, resolution).toSpliced(1350, 1);
    expect(timeFrames(oneLost, resolution, den / num)).toEqual({ rate: { num, den }, constant: false });
  });

  it.each([0, 1, 2, 3])("gives film in the rhythm of television its own rate, from field %i on", (phase) => {
    const fields = [0, 3, 5, 8, 10];
    const times = Array.from({ length: 480 }, (_, n) => {
      const at = n + phase;
      const field = Math.floor(at / 4) * 10 + (fields[at % 4] ?? 0) - (fields[phase] ?? 0);
      return Math.round(field * 1501.5) / 90_000;
    });
    expect(timeFrames(times, 90_000, 1 / 30)).toEqual({ rate: { num: 24_000, den: 1001 }, constant: false });
  });

  it("never moves a frame by more than 20 ms, however slow the rate", () => {
    expect(timeFrames([0, 0.5, 1.05, 1.5, 2], 1000, 0.5).rate).toEqual({ num: 24_000, den: 1001 });
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
