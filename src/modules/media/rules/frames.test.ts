import { describe, expect, it } from "vitest";

import { frameAt, middleOf, rateName, timecode } from "./frames.ts";

const ntsc = { num: 30_000, den: 1001 };
const film = { num: 24_000, den: 1001 };
const pal = { num: 25, den: 1 };
const fast = { num: 60_000, den: 1001 };

describe("frames and times", () => {
  it.each([ntsc, film, pal, fast, { num: 30, den: 1 }])("agree at every frame of two hours: %o", (rate) => {
    const last = Math.floor((7200 * rate.num) / rate.den);
    for (let frame = 0; frame < last; frame += 97) expect(frameAt(middleOf(frame, rate), rate)).toBe(frame);
  });

  it("return the frame that begins exactly at a time, despite rounding", () => {
    for (let frame = 0; frame < 5000; frame++) expect(frameAt((frame * 1001) / 30_000, ntsc)).toBe(frame);
  });
});

describe("timecode", () => {
  it.each([
    [0, ntsc, "00:00:00;00"],
    [1799, ntsc, "00:00:59;29"],
    [1800, ntsc, "00:01:00;02"],
    [17_981, ntsc, "00:09:59;29"],
    [17_982, ntsc, "00:10:00;00"],
    [107_892, ntsc, "01:00:00;00"],
    [3599, fast, "00:00:59;59"],
    [3600, fast, "00:01:00;04"],
    [1440, film, "00:01:00:00"],
    [5714, pal, "00:03:48:14"],
  ])("of frame %i at %o is %s", (frame, rate, expected) => {
    expect(timecode(frame, rate)).toBe(expected);
  });

  it("never shows a dropped number, and always increases", () => {
    let before = "";
    for (let frame = 0; frame < 40_000; frame++) {
      const now = timecode(frame, ntsc);
      expect(now > before && !/:[0-5][1-9]:00;0[01]$/.test(now)).toBe(true);
      before = now;
    }
  });
});

describe("the name of a rate", () => {
  it.each([
    [ntsc, "29.97 DF"],
    [film, "23.976"],
    [pal, "25"],
    [fast, "59.94 DF"],
    [{ num: 25, den: 2 }, "12.5"],
  ])("%o is %s", (rate, name) => {
    expect(rateName(rate)).toBe(name);
  });
});
