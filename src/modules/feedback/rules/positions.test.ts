import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { timecodeBaseFrom, timecodeAt } from "./positions.ts";

const ntsc = { num: 30_000, den: 1001 };
const fast = { num: 60_000, den: 1001 };
const film = { num: 24_000, den: 1001 };

describe("start timecodes", () => {
  it("count real frames, and skip numbers only after a semicolon", () => {
    expect(timecodeBaseFrom("01:00:00;00", ntsc)).toEqual({
      rate: ntsc,
      dropFrame: true,
      startFrame: 107_892,
    });
    expect(timecodeBaseFrom("01:00:00:00", ntsc)).toEqual({
      rate: ntsc,
      dropFrame: false,
      startFrame: 108_000,
    });
    expect(timecodeBaseFrom("01:00:00;00", fast)).toEqual({
      rate: fast,
      dropFrame: true,
      startFrame: 215_784,
    });
    expect(timecodeBaseFrom("01:00:00;00", film)).toEqual({
      rate: film,
      dropFrame: false,
      startFrame: 86_400,
    });
  });

  it("are those of the player without a start", () => {
    expect(timecodeBaseFrom(undefined, ntsc)).toEqual({ rate: ntsc, dropFrame: true, startFrame: 0 });
    expect(timecodeBaseFrom(undefined, film)).toEqual({ rate: film, dropFrame: false, startFrame: 0 });
  });

  it.each(["00:01:00;00", "00:01:00;01", "24:00:00;00", "00:60:00;00", "00:00:60;00", "00:00:00;30"])(
    "don't exist as %s",
    (start) => expect(timecodeBaseFrom(start, ntsc)).toBeNull(),
  );

  it("continue after midnight", () => {
    const counting = { rate: ntsc, dropFrame: true, startFrame: 2_589_407 };
    expect([0, 1].map((frame) => timecodeAt(frame, counting))).toEqual(["23:59:59;29", "00:00:00;00"]);
    expect(timecodeAt(1, { ...counting, dropFrame: false, startFrame: 2_591_999 })).toBe("00:00:00:00");
  });

  it("have frames of three digits above 100 a second", () => {
    const rate = { num: 120_000, den: 1001 };
    const counting = timecodeBaseFrom("01:00:00;008", rate);
    expect(counting && timecodeAt(0, counting)).toBe("01:00:00;008");
    expect(counting && timecodeAt(111, counting)).toBe("01:00:00;119");
    expect(counting && timecodeAt(7200 - 8, counting)).toBe("01:01:00;008");
    expect(timecodeBaseFrom("01:00:00:120", rate)).toBeNull();
  });

  it("name the same frame in both directions at every rate", () => {
    const rates = [24, 25, 30, 50, 60, 100, 120].flatMap((num) => [
      { num, den: 1 },
      { num: num * 1000, den: 1001 },
    ]);
    const counting = fc.record({
      rate: fc.constantFrom(...rates),
      dropFrame: fc.boolean(),
      startFrame: fc.nat(24 * 3600 * 23),
    });
    fc.assert(
      fc.property(counting, ({ rate, dropFrame: wanted, startFrame }) => {
        const dropFrame = wanted && rate.den === 1001 && rate.num % 30_000 === 0;
        const start = timecodeAt(0, { rate, dropFrame, startFrame });
        expect(timecodeBaseFrom(start, rate)).toEqual({ rate, dropFrame, startFrame });
      }),
    );
  });
});
