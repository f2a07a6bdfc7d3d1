import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { checkCaptions } from "./captions.ts";

const srt =
  "1\n00:00:01,000 --> 00:00:04,000\nRain on the line.\n\n2\n00:00:05,000 --> 00:00:06,500\nA bridge.\n- And a train.\n";
const vtt =
  "WEBVTT - Monsoon\nKind: captions\n\nNOTE by hand\n\nSTYLE\n::cue { color: white }\n\nintro\n00:01.000 --> 00:04.000 align:start\nRain\n\n00:05.000 --> 01:00:06.500\nA bridge\n";

describe("a caption file", () => {
  it.each([
    ["SRT", srt],
    ["SRT of Windows", `\uFEFF${srt.replaceAll("\n", "\r\n")}`],
    ["VTT", vtt],
    [
      "VTT without text above the first cue",
      "WEBVTT\n00:01.000 --> 00:04.000\nRain\n\n00:05.000 --> 00:06.000\nA",
    ],
  ])("may be %s", (_, content) => {
    expect(checkCaptions(content)).toEqual({ cues: 2, problem: null });
  });

  it.each([
    ["", "Line 1: the file has no cues. Choose an SRT or VTT file."],
    ["WEBVTT\n\nNOTE nothing\n", "Line 1: the file has no cues. Choose an SRT or VTT file."],
    ["Dear editor,\nplease", "Line 2: times are expected here, such as 00:00:01,000 --> 00:00:04,000."],
    [
      "1\n00:00:01,000 --> 00:00:04\nRain",
      "Line 2: times are expected here, such as 00:00:01,000 --> 00:00:04,000.",
    ],
    [
      "1\n00:01,000 --> 00:04,000\nRain",
      "Line 2: SRT times have hours, such as 00:00:01,000 --> 00:00:04,000.",
    ],
    ["1\n00:00:04,000 --> 00:00:01,000\nRain", "Line 2: the cue ends before it starts."],
    [
      `${srt}\n3\n00:00:09,000 --> 00:00:10,000\n`,
      "Line 11: the text of this cue is missing below its times.",
    ],
    [
      `${srt}\n3\n00:00:02,000 --> 00:00:10,000\nB`,
      "Line 11: this cue starts before the one above it. Put the cues in order.",
    ],
    [
      "WEBVTT\n\nintro\n0:01.000 --> 0:04.000\nRain",
      "Line 4: times are expected here, such as 00:00:01.000 --> 00:00:04.000.",
    ],
  ])("%j has a message with the line", (content, problem) => {
    expect(checkCaptions(content)).toEqual({ cues: 0, problem });
  });

  it("is accepted exactly if its cues are in order and end after they start", () => {
    const stamp = (ms: number) => new Date(ms).toISOString().slice(11, 23).replace(".", ",");
    const cue = fc.tuple(fc.nat(80_000_000), fc.nat(80_000_000));
    const fitting = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 9000 }), fc.integer({ min: 1, max: 9000 })), {
        minLength: 1,
        maxLength: 6,
      })
      .map((gaps) => gaps.map(([, length], index) => [index * 10_000, index * 10_000 + length] as const));
    fc.assert(
      fc.property(fc.oneof(fc.array(cue, { minLength: 1, maxLength: 3 }), fitting), (cues) => {
        const content = cues
          .map(([from, to], at) => `${at + 1}\n${stamp(from)} --> ${stamp(to)}\nText`)
          .join("\n\n");
        const valid = cues.every(([from, to], at) => to > from && from >= (cues[at - 1]?.[0] ?? 0));
        expect(checkCaptions(content).problem === null).toBe(valid);
      }),
    );
  });
});
