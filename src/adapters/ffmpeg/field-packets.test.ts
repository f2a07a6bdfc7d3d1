import { expect, it } from "vitest";

import { haveFields, joinFields } from "./field-packets.ts";
import type { Packets } from "./packet-index.ts";

/** Packets of a clock of 50 ticks a second, by their durations: 1 for a field, 2 for a frame of 25 a second. */
function packets(durations: number[], change: Partial<Packets> = {}): Packets {
  let at = 0;
  const decoded = durations.map((ticks) => {
    at += ticks;
    return at - ticks;
  });
  const flags = durations.map((_, n) => (n === 0 ? 1 : 0));
  return { tickSeconds: 1 / 50, decoded, presented: decoded, durations, flags, ...change };
}

const joined = (of: Packets) => {
  const { decoded, durations } = joinFields(of);
  return [decoded, durations];
};

it("sees fields by the times of decoded frames", () => {
  const frames = [0, 0.04, 0.08, 0.12, 0.16];
  expect(haveFields(packets([1, 1, 1, 1, 1, 1, 1, 1, 1, 1]), frames)).toBe(true);
  expect(haveFields(packets([2, 2, 2, 2, 2]), frames)).toBe(false);
  // 50 frames a second.
  expect(haveFields(packets([1, 1, 1, 1, 1, 1]), [0, 0.02, 0.04, 0.06])).toBe(false);
  expect(haveFields(packets([1, 1]), [0])).toBe(false);
});

it("sees them where the clock of the packets begins elsewhere", () => {
  const late = packets([1, 1, 1, 1, 1, 1, 1, 1]);
  const decoded = late.decoded.map((tick) => tick + 5000);
  expect(haveFields({ ...late, decoded }, [1.4, 1.44, 1.48, 1.52])).toBe(true);
});

it("joins two fields each, and keeps frames", () => {
  expect(joined(packets([1, 1, 1, 1]))).toEqual([
    [0, 2],
    [2, 2],
  ]);
  expect(joined(packets([1, 1, 2, 1, 1, 2]))).toEqual([
    [0, 2, 4, 6],
    [2, 2, 2, 2],
  ]);
});

it("keeps the time and flags of the first field, whose second often has no time", () => {
  const presented = [4, Number.NaN, 2, Number.NaN];
  const { presented: times, flags } = joinFields(packets([1, 1, 1, 1], { presented, flags: [1, 0, 0, 0] }));
  expect([times, flags]).toEqual([
    [4, 2],
    [1, 0],
  ]);
});

it("joins no field with one of the next frame where its own second field is missing", () => {
  const lost = packets([1, 1, 1, 1, 1], { decoded: [0, 2, 3, 4, 5] });
  expect(joined(lost)).toEqual([
    [0, 2, 4],
    [2, 2, 2],
  ]);
});
