import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { parseChapters } from "./chapters.ts";

const problemOf = (description: string, seconds?: number) => parseChapters(description, seconds).problem;

describe("chapters in a description", () => {
  it("are its lines with timestamps, in the forms that people write them", () => {
    const description =
      "A film.\n\n0:00 Intro\r\n- 1:05 - The bridge\n(02:10) Rain\n• 1:02:03: Home\nMusic from 2019";
    expect(parseChapters(description)).toEqual({
      problem: null,
      chapters: [
        { startSeconds: 0, title: "Intro" },
        { startSeconds: 65, title: "The bridge" },
        { startSeconds: 130, title: "Rain" },
        { startSeconds: 3723, title: "Home" },
      ],
    });
  });

  it.each([
    ["", undefined],
    ["Rain the whole way.", undefined],
    ["12:30 is my favourite part", undefined],
    ["Ratio 16:9 and 4:3", undefined],
    ["The train leaves at 10:30", undefined],
    ["1. Coffee\n2. Bread", undefined],
  ])("are absent from %j, without a problem", (description, seconds) => {
    expect(parseChapters(description, seconds)).toEqual({ chapters: [], problem: null });
  });

  it.each([
    ["Text\n0:10 a\n0:30 b\n1:00 c", "Line 2: the first chapter must start at 0:00, not at 0:10."],
    ["0:00 a", "Add two more timestamps: chapters need at least three."],
    ["0:00 a\n0:30 b", "Add one more timestamp: chapters need at least three."],
    ["0:00 a\n1:30 b\n1:00 c", "Line 3: 1:00 must be later than 1:30 before it."],
    ["0:00 a\n1:30 b\n1:30 c", "Line 3: 1:30 must be later than 1:30 before it."],
    ["0:00 a\n0:09 b\n1:00 c", "Line 1: the chapter at 0:00 is shorter than 10 seconds."],
    ["0:00 a\n0:30\n1:00 c", "Line 2: add the chapter's title after 0:30."],
    [
      "A film.\n1. 0:00 Intro\n2. 1:05 The bridge\n3. 2:10 Rain",
      "Line 2: put the time first, as in “0:00 Intro”.",
    ],
    ["1) (0:00) Intro\n2) (1:05) The bridge", "Line 1: put the time first, as in “0:00 Intro”."],
    ["Intro 0:00\nThe bridge - 1:05\nRain (1:02:10)", "Line 1: put the time first, as in “0:00 Intro”."],
    ["Intro – 0:00", "Line 1: put the time first, as in “0:00 Intro”."],
    ["0:00 Intro\n0:30 Bridge\nRain: 1:00", "Line 3: put the time first, as in “1:00 Rain”."],
  ])("%j have a message", (description, message) => {
    expect(parseChapters(description)).toEqual({ chapters: [], problem: message });
  });

  it("are those with the time first, beside sentences that end with a time", () => {
    expect(problemOf("0:00 a\n0:30 b\n1:00 c\nMeet us at 10:30\nor at 11:00")).toBeNull();
  });

  it("are checked against the video's length where it is known", () => {
    const description = "0:00 a\n0:10 b\n0:20 c";
    expect(problemOf(description)).toBeNull();
    expect(problemOf(description, 30)).toBeNull();
    expect(problemOf(description, 29)).toBe("Line 3: the chapter at 0:20 is shorter than 10 seconds.");
    expect(problemOf(description, 15)).toBe("Line 3: 0:20 is after the end of the video.");
  });

  it("have no problem exactly if they start at 0:00, are three or more, and each lasts 10 seconds", () => {
    const timestamp = (seconds: number) =>
      `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    const starts = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 2, maxLength: 8 });
    const fitting = fc
      .array(fc.integer({ min: 10, max: 90 }), { minLength: 3, maxLength: 8 })
      .map((lengths) =>
        lengths.map((_, index) => lengths.slice(0, index).reduce((sum, each) => sum + each, 0)),
      );
    fc.assert(
      fc.property(fc.oneof(starts, fitting), (seconds) => {
        const valid =
          seconds[0] === 0 &&
          seconds.length >= 3 &&
          seconds.every((each, index) => index === 0 || each - (seconds[index - 1] ?? 0) >= 10);
        const description = seconds.map((each, index) => `${timestamp(each)} Part ${index}`).join("\n");
        const { chapters, problem } = parseChapters(description);
        expect(problem === null).toBe(valid);
        expect(chapters.map(({ startSeconds }) => startSeconds)).toEqual(valid ? seconds : []);
      }),
    );
  });
});
