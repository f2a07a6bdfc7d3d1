import { describe, expect, it } from "vitest";

import { createMeter } from "./waveform.ts";

/** Raw sound at 8000 samples per second: each value lasts a twentieth of a second. */
const soundOf = (...values: number[]) =>
  Buffer.from(new Int16Array(values.flatMap((value) => Array.from({ length: 400 }, () => value))).buffer);

describe("createMeter", () => {
  it("measures the peak of each interval, positive or negative", () => {
    const meter = createMeter(1);
    meter.take(soundOf(0, 16_384, -32_768, 328));
    expect(meter.finish()).toEqual({ peaksPerSecond: 20, peaks: [0, 50, 100, 1] });
  });

  it("accepts chunks of any size and an incomplete last interval", () => {
    const sound = soundOf(3277, -6554, 9830);
    const meter = createMeter(1);
    for (const [start, end] of [
      [0, 1],
      [1, 802],
      [802, 803],
      [803, sound.length - 100],
    ]) {
      meter.take(sound.subarray(start, end));
    }
    expect(meter.finish()).toEqual({ peaksPerSecond: 20, peaks: [10, 20, 30] });
  });

  it("returns null without audio", () => {
    expect(createMeter(1).finish()).toBeNull();
  });

  it("uses longer intervals for long videos", () => {
    const meter = createMeter(10_000);
    meter.take(soundOf(...Array.from({ length: 20 }, () => 32_767)));
    expect(meter.finish()).toEqual({ peaksPerSecond: 4, peaks: [100, 100, 100, 100] });
  });
});
