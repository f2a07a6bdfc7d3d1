import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  frameStart,
  frameAt,
  frameFrom,
  frameMiddle,
  parseTimecode,
  type Rate,
  rateName,
  sourceTimecode,
  parseStartTimecode,
  timecode,
} from "./frames.ts";

const ntsc = { num: 30_000, den: 1001 };
const film = { num: 24_000, den: 1001 };
const pal = { num: 25, den: 1 };
const fast = { num: 60_000, den: 1001 };

describe("frames and times", () => {
  it.each([ntsc, film, pal, fast, { num: 30, den: 1 }])("agree at every frame of two hours: %o", (rate) => {
    const last = Math.floor((7200 * rate.num) / rate.den);
    const times = { rate, startSeconds: 0 };
    for (let frame = 0; frame < last; frame += 97)
      expect(frameAt(frameMiddle(frame, times), times)).toBe(frame);
  });

  it("return the frame that begins exactly at a time, despite rounding", () => {
    const times = { rate: ntsc, startSeconds: 0 };
    for (let frame = 0; frame < 5000; frame++) expect(frameAt((frame * 1001) / 30_000, times)).toBe(frame);
  });

  it("count from the first frame of a video that starts late", () => {
    const times = { rate: { num: 30, den: 1 }, startSeconds: 323 / 15_360 };
    expect(frameMiddle(0, times)).toBeCloseTo(0.037_695, 6);
    expect(frameMiddle(37, times)).toBeCloseTo(1.271_029, 6);
    expect([0, 0.02, 0.0543, 0.0544, 0.117].map((at) => frameAt(at, times))).toEqual([0, 0, 0, 1, 2]);
  });

  const anyTimes = fc.record({
    rate: fc.constantFrom(ntsc, film, pal, fast, { num: 12, den: 1 }, { num: 240, den: 1 }),
    /** Ticks of a track's clock, up to a second. */
    startSeconds: fc
      .constantFrom(600, 1000, 15_360, 24_000, 90_000)
      .chain((clock) => fc.nat(clock).map((ticks) => ticks / clock)),
  });
  const anyFrame = fc.nat(12 * 60 * 60 * 60);

  it("agree at every frame, wherever the first one is", () => {
    fc.assert(
      fc.property(
        anyTimes,
        anyFrame,
        fc.double({ min: -0.45, max: 0.45, noNaN: true }),
        (times, frame, off) => {
          const frameSeconds = times.rate.den / times.rate.num;
          expect(frameAt(frameMiddle(frame, times) + off * frameSeconds, times)).toBe(frame);
          expect(frameAt(times.startSeconds * Math.abs(off), times)).toBe(0);
        },
      ),
    );
  });

  it("recognize a frame by its time although WebM rounds it and the browser truncates it", () => {
    const milliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000;
    const microseconds = (seconds: number) => Math.floor(seconds * 1e6) / 1e6;
    fc.assert(
      fc.property(anyTimes, anyFrame, ({ rate, startSeconds }, frame) => {
        const begins = startSeconds + (frame * rate.den) / rate.num;
        const exact = { rate, startSeconds };
        expect(frameFrom(microseconds(begins), exact)).toBe(frame);
        const rounded = { rate, startSeconds: milliseconds(startSeconds) };
        expect(frameFrom(microseconds(milliseconds(begins)), rounded)).toBe(frame);
      }),
    );
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
});

/** Timecodes by counting: the next number, without those that SMPTE ST 12-1 drops. */
function* countedTimecodes(perSecond: number, drop: boolean): Generator<string> {
  const pad = (value: number) => String(value).padStart(2, "0");
  const padFrame = (frame: number) => String(frame).padStart(perSecond > 100 ? 3 : 2, "0");
  for (let minute = 0; minute < 60; minute++) {
    const dropped = drop && minute % 10 !== 0 ? perSecond / 15 : 0;
    for (let second = 0; second < 60; second++) {
      const start = `00:${pad(minute)}:${pad(second)}${drop ? ";" : ":"}`;
      for (let frame = second === 0 ? dropped : 0; frame < perSecond; frame++) yield start + padFrame(frame);
    }
  }
}

describe("every frame of an hour", () => {
  it.each([
    { name: "23.976", rate: film, drop: false, frames: 86_400 },
    { name: "24", rate: { num: 24, den: 1 }, drop: false, frames: 86_400 },
    { name: "25", rate: pal, drop: false, frames: 90_000 },
    { name: "29.97 DF", rate: ntsc, drop: true, frames: 107_892 },
    { name: "29.97 NDF", rate: ntsc, drop: false, frames: 108_000 },
    { name: "30", rate: { num: 30, den: 1 }, drop: false, frames: 108_000 },
    { name: "50", rate: { num: 50, den: 1 }, drop: false, frames: 180_000 },
    { name: "59.94 DF", rate: fast, drop: true, frames: 215_784 },
    { name: "59.94 NDF", rate: fast, drop: false, frames: 216_000 },
    { name: "60", rate: { num: 60, den: 1 }, drop: false, frames: 216_000 },
    { name: "100", rate: { num: 100, den: 1 }, drop: false, frames: 360_000 },
    { name: "119.88 DF", rate: { num: 120_000, den: 1001 }, drop: true, frames: 431_568 },
    { name: "120", rate: { num: 120, den: 1 }, drop: false, frames: 432_000 },
  ])("keeps its time, timecode and number at $name", ({ rate, drop, frames }) => {
    const times = { rate, startSeconds: 0 };
    const wrong: number[] = [];
    let frame = 0;
    for (const expected of countedTimecodes(Math.round(rate.num / rate.den), drop)) {
      const kept =
        timecode(frame, rate, drop) === expected &&
        parseTimecode(expected, rate) === frame &&
        frameAt(frameMiddle(frame, times), times) === frame &&
        frameAt(frameStart(frame, times), times) === frame &&
        frameFrom(frameStart(frame, times), times) === frame;
      if (!kept) wrong.push(frame);
      frame++;
    }
    expect(wrong).toEqual([]);
    expect(frame).toBe(frames);
  });
});

describe("text", () => {
  it.each<[string, Rate]>([
    ["00:01:00;00", ntsc],
    ["00:01:00;01", ntsc],
    ["00:11:00;03", fast],
    ["00:00:00;00", pal],
    ["00:00:00:25", pal],
    ["00:60:00:00", pal],
    ["00:00:60:00", pal],
    ["24:00:00:00", pal],
    ["0:00:00:00", pal],
    ["00:00:00.00", pal],
    ["", pal],
  ])("%j is no timecode at %o", (text, rate) => {
    expect(parseTimecode(text, rate)).toBeNull();
  });
});

describe("the timecode in the source", () => {
  it.each<[number, Rate, string, string]>([
    [0, pal, "01:00:00:00", "01:00:00:00"],
    [25, pal, "10:59:59:24", "11:00:00:24"],
    [2, ntsc, "00:00:59;28", "00:01:00;02"],
    [2, ntsc, "00:00:59:28", "00:01:00:00"],
    [1, film, "23:59:59:23", "00:00:00:00"],
    [1, ntsc, "23:59:59;29", "00:00:00;00"],
    [3, pal, "not a timecode", "00:00:00:03"],
  ])("of frame %i at %o after %s is %s", (frame, rate, start, expected) => {
    expect(sourceTimecode(frame, rate, start)).toBe(expected);
  });
});

describe("the timecode of the first frame", () => {
  it.each([
    ["01:00:00:00", pal, "01:00:00:00"],
    ["01:00:00:25", pal, null],
    ["00:00:00:00", pal, null],
    ["00:00:00:00", ntsc, "00:00:00:00"],
    ["01:00:00;00", ntsc, "01:00:00;00"],
    ["01:00:00;00", pal, null],
    [{ frames: 107_892, perSecond: 30, dropFrame: true }, ntsc, "01:00:00;00"],
    [{ frames: 108_000, perSecond: 30, dropFrame: false }, ntsc, "01:00:00:00"],
    [{ frames: 90_000, perSecond: 25, dropFrame: false }, pal, "01:00:00:00"],
    [{ frames: 90_000, perSecond: 50, dropFrame: false }, pal, null],
    [{ frames: 1_078_920, perSecond: 30, dropFrame: true }, fast, "10:00:00;00"],
    [{ frames: 1_078_921, perSecond: 30, dropFrame: true }, fast, "10:00:00;02"],
    [{ frames: 1_080_000, perSecond: 30, dropFrame: false }, fast, "10:00:00:00"],
    [{ frames: 900_024, perSecond: 25, dropFrame: false }, { num: 50, den: 1 }, "10:00:00:48"],
    [{ frames: 900_024, perSecond: 25, dropFrame: false }, { num: 100, den: 1 }, "10:00:00:96"],
    [{ frames: 1_078_920, perSecond: 30, dropFrame: true }, { num: 120_000, den: 1001 }, "10:00:00;000"],
    [{ frames: 900_000, perSecond: 25, dropFrame: false }, fast, null],
    [{ frames: 1_078_920, perSecond: 30, dropFrame: true }, { num: 60, den: 1 }, null],
    [{ frames: 1_000, perSecond: 0, dropFrame: false }, pal, null],
    [{ frames: 90_000, perSecond: 25, dropFrame: true }, pal, null],
    [{ frames: 0, perSecond: 25, dropFrame: false }, pal, null],
  ])("stated as %o at %o is %s", (stated, rate, expected) => {
    expect(parseStartTimecode(stated, rate)).toBe(expected);
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
