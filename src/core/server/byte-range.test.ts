import { describe, expect, it } from "vitest";

import { parseRange } from "./byte-range.ts";

describe("a range of an object of 100 bytes", () => {
  it.each([
    [undefined, null],
    ["bytes=0-9", { start: 0, end: 9 }],
    ["Bytes=0-9", { start: 0, end: 9 }],
    ["bytes=90-", { start: 90, end: 99 }],
    ["bytes=90-500", { start: 90, end: 99 }],
    ["bytes=-10", { start: 90, end: 99 }],
    ["bytes=-500", { start: 0, end: 99 }],
    ["bytes=100-", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=9-3", null],
    ["bytes=-", null],
    ["bytes=0-1,5-6", null],
    ["lines=0-9", null],
  ])("%s", (header, expected) => {
    expect(parseRange(header, 100)).toEqual(expected);
  });
});
