import { describe, expect, it } from "vitest";

import { addSample, type Sample, secondsLeft, meanSpeed } from "./speed.ts";

const samplesOf = (...pairs: [number, number][]) =>
  pairs.reduce<Sample[]>((samples, [at, bytes]) => addSample(samples, { at, bytes }), []);

describe("the speed of an upload", () => {
  it("is null during the first half second", () => {
    expect(meanSpeed([])).toBeNull();
    expect(meanSpeed(samplesOf([0, 0], [250, 1000]))).toBeNull();
    expect(meanSpeed(samplesOf([0, 0], [500, 1000]))).toBe(2000);
  });

  it("ignores samples older than ten seconds", () => {
    expect(meanSpeed(samplesOf([0, 0], [1000, 9000], [11_000, 19_000]))).toBe(1000);
  });

  it("restarts if the platform has stored less than was sent", () => {
    const samples = samplesOf([0, 0], [1000, 9000], [2000, 4000]);
    expect(samples).toEqual([{ at: 2000, bytes: 4000 }]);
  });

  it("gives the remaining time, if there is progress", () => {
    expect(secondsLeft(10_000, 2000)).toBe(5);
    expect(secondsLeft(10_000, 0)).toBeNull();
    expect(secondsLeft(10_000, null)).toBeNull();
  });
});
