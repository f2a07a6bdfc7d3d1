import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { mapFrame } from "./frame-mapping.ts";

const rates = [
  { num: 24_000, den: 1001 },
  { num: 24, den: 1 },
  { num: 25, den: 1 },
  { num: 30_000, den: 1001 },
  { num: 30, den: 1 },
  { num: 50, den: 1 },
  { num: 60_000, den: 1001 },
  { num: 60, den: 1 },
];
const hour = 3600 * 60;
const rate = fc.constantFrom(...rates);
const video = fc.record({ rate, last: fc.integer({ min: 0, max: hour }) });
const long = (of: (typeof rates)[number]) => ({ rate: of, last: hour * 3 });

describe("the frame of another version", () => {
  it("is the frame with the same number, moved by the offset, at the same rate", () => {
    fc.assert(
      fc.property(rate, fc.nat(hour), fc.integer({ min: -200, max: 200 }), (same, frame, offset) => {
        const mapped = mapFrame(frame, long(same), long(same), offset);
        expect(mapped).toBe(Math.max(0, frame + offset));
      }),
    );
  });

  it("is on the picture when the frame begins, at any two rates", () => {
    fc.assert(
      fc.property(rate, rate, fc.nat(hour), (from, to, frame) => {
        const mapped = mapFrame(frame, long(from), long(to), 0);
        // In integers: begins(mapped) <= begins(frame) < begins(mapped + 1).
        const [begins, each] = [BigInt(frame * from.den) * BigInt(to.num), BigInt(from.num * to.den)];
        expect(BigInt(mapped) * each <= begins && begins < BigInt(mapped + 1) * each).toBe(true);
      }),
    );
  });

  it("exists, and is never before that of an earlier frame", () => {
    fc.assert(
      fc.property(
        video,
        video,
        fc.integer(),
        fc.integer({ min: -1e6, max: 1e6 }),
        (from, to, frame, offset) => {
          const mapped = mapFrame(frame, from, to, offset);
          expect(mapped).toBeGreaterThanOrEqual(0);
          expect(mapped).toBeLessThanOrEqual(to.last);
          expect(mapFrame(frame + 1, from, to, offset)).toBeGreaterThanOrEqual(mapped);
        },
      ),
    );
  });

  it.each([
    [1, 30, 60, 2],
    [3, 60, 30, 1],
    [25, 25, 30, 30],
    [29, 30, 25, 24],
  ])("of frame %i at %i fps is at %i fps frame %i", (frame, from, to, mapped) => {
    const at = (num: number) => long({ num, den: 1 });
    expect(mapFrame(frame, at(from), at(to), 0)).toBe(mapped);
  });
});
