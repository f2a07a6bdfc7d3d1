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
    expect(checkCaptions(content)).toMatchObject({ cues: 2, problem: null });
  });

  it.each([
    ["", "Line 1: the file has no cues. Choose an SRT or VTT file."],
    ["WEBVTT\n\nNOTE nothing\n", "Line 1: the file has no cues. Choose an SRT or VTT file."],
    ["Dear editor,\nplease", "Line 2: times are expected here, such as 00:00:01,000 --> 00:00:04,000."],
    [
      "1\n00:00:71,000 --> 00:01:14,000\nRain",
      "Line 2: “00:00:71,000 --> 00:01:14,000” can't be read as times. Write them like 00:00:01,000 --> 00:00:04,000.",
    ],
    [
      `${srt}\n3\n00:00:09 -> soon\nB`,
      "Line 11: “00:00:09 -> soon” can't be read as times. Write them like 00:00:01,000 --> 00:00:04,000.",
    ],
    [
      "1\n00:00:04,000 --> 00:00:01,000\nRain",
      "Line 2: the cue ends before it starts (00:00:04,000 --> 00:00:01,000).",
    ],
    ["WEBVTT\n\nintro\nRain", "Line 4: times are expected here, such as 00:00:01.000 --> 00:00:04.000."],
  ])("%j has a message with the line", (content, problem) => {
    expect(checkCaptions(content)).toEqual({ content: null, cues: 0, problem });
  });

  it.each([
    ["hours of one digit", "1\n0:00:01,000 --> 0:00:04,000\nRain\n"],
    ["no hours", "1\n00:01,000 --> 00:04,000\nRain\n"],
    ["hundredths of a second", "1\n00:00:01,00 --> 00:00:04,00\nRain\n"],
    ["no fractions", "1\n00:00:01 --> 00:00:04\nRain\n"],
    ["a period, and no spaces", "1\n00:00:01.000-->00:00:04.000\nRain\n"],
    ["spaces in times, as translation programs write them", "1\n00: 00: 01, 000 -> 00: 00: 04, 000\nRain\n"],
    ["a dash and an arrow", "1\n00:00:01,000 –> 00:00:04,000\nRain\n"],
    ["floating point", "1\n00:00:01,000.0999999999999 --> 00:00:03,999.79999999999995\nRain\n"],
    ["microseconds", "1\n00:00:01.000099 --> 00:00:03.999800\nRain\n"],
    ["coordinates", "1\n00:00:01,000 --> 00:00:04,000  X1:10 X2:20 Y1:30 Y2:40\nRain\n"],
    ["no number", "00:00:01,000 --> 00:00:04,000\nRain\n"],
    ["another number and blank lines", "\n\n17\n\n00:00:01,000 --> 00:00:04,000\n\nRain\n\n\n"],
    ["Windows line ends and a byte order mark", "\uFEFF1\r\n00:00:01,000 --> 00:00:04,000\r\nRain\r\n"],
    ["line ends of old Macs", "1\r00:00:01,000 --> 00:00:04,000\rRain\r"],
    ["a cue without text", "1\n00:00:00,000 --> 00:00:01,000\n\n2\n00:00:01,000 --> 00:00:04,000\nRain\n"],
    ["a cue of spaces", "1\n00:00:01,000 --> 00:00:04,000\nRain\n\n2\n00:00:05,000 --> 00:00:06,000\n  \n"],
  ])("SRT with %s is normalised", (_, content) => {
    expect(checkCaptions(content)).toEqual({
      content: "1\n00:00:01,000 --> 00:00:04,000\nRain\n",
      cues: 1,
      problem: null,
    });
  });

  const at = (seconds: number) => `00:00:0${seconds},000 --> 00:00:0${seconds + 1},000`;
  const textsOf = (content: string) =>
    checkCaptions(content)
      .content?.trim()
      .split("\n\n")
      .map((cue) => cue.split("\n").slice(2).join("|"));

  it.each([
    ["year", ["It was in\n1987", "The rain", "2024"]],
    ["countdown", ["3", "2", "1", "Go"]],
    ["count", ["1", "2", "3", "Go"]],
    ["one line of digits", ["Platform\n7"]],
  ])("SRT without numbers keeps a last line of digits: %s", (_, texts) => {
    for (const between of ["\n\n", "\n"]) {
      const content = texts.map((text, n) => `${at(n + 1)}\n${text}`).join(between);
      expect(textsOf(content)).toEqual(texts.map((text) => text.replaceAll("\n", "|")));
    }
  });

  it("SRT with numbers keeps digits that are no number of a cue", () => {
    expect(textsOf(`1\n${at(1)}\n3\n\n2\n${at(2)}\n2\n1\n\n3\n${at(3)}\nGo`)).toEqual(["3", "2|1", "Go"]);
    expect(textsOf(`1\n${at(1)}\nIn\n1987\n\n${at(2)}\nRain\n\n3\n${at(3)}\nGo`)).toEqual([
      "In|1987",
      "Rain",
      "Go",
    ]);
  });

  it.each([
    ["the first one is missing", `${at(1)}\nA\n\n2\n${at(2)}\nB\n\n3\n${at(3)}\nC`],
    ["they begin at zero", `0\n${at(1)}\nA\n\n1\n${at(2)}\nB\n\n2\n${at(3)}\nC`],
    ["blank lines follow them", `1\n\n${at(1)}\nA\n\n2\n\n${at(2)}\nB\n\n3\n\n${at(3)}\nC`],
    ["they jump", `5\n${at(1)}\nA\n\n9\n${at(2)}\nB\n\n9\n${at(3)}\nC`],
  ])("numbers are no text where %s", (_, content) => {
    expect(textsOf(content)).toEqual(["A", "B", "C"]);
  });

  it("a short fraction beside long ones is milliseconds without zeros", () => {
    const { content } = checkCaptions("1\n00:00:01,50 --> 00:00:04,250\nRain\n");
    expect(content).toContain("00:00:01,050 --> 00:00:04,250");
  });

  it("a cue without a length is shown for a moment", () => {
    const { content, cues } = checkCaptions(
      `1\n00:00:01,000 --> 00:00:01,000\nRain\n\n2\n${at(3)}\nA bridge\n`,
    );
    expect(cues).toBe(2);
    expect(content).toContain("00:00:01,000 --> 00:00:01,500\nRain\n");
  });

  it.each([
    ["between times and text", "00:00:01.000 --> 00:00:02.000\n\nRain\nand wind"],
    ["in the text", "00:00:01.000 --> 00:00:02.000\nRain\n\nand wind"],
  ])("VTT may have an empty line %s", (_, cue) => {
    const { content, problem } = checkCaptions(`WEBVTT\n\n${cue}\n\n00:03.000 --> 00:04.000\nA bridge\n`);
    expect(problem).toBeNull();
    expect(content).toBe(
      "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nRain\nand wind\n\n00:00:03.000 --> 00:00:04.000\nA bridge\n",
    );
  });

  it("each line of spaced times begins a cue", () => {
    const spaced = "00: 00: 01, 000 -> 00: 00: 02, 000\nA\n\n2\n00: 00: 03, 000 -> 00: 00: 04, 000\nB";
    expect(textsOf(`1\n${spaced}`)).toEqual(["A", "B"]);
  });

  it("cues are put in order, and may overlap", () => {
    const [second, first, overlapping] = [
      "9\n00:00:05,000 --> 00:00:08,000\nB",
      "2\n00:00:01,000 --> 00:00:04,000\nA",
      "4\n00:00:06,000 --> 00:00:07,000\nC",
    ];
    expect(checkCaptions([second, first, overlapping].join("\n\n"))).toEqual({
      content: [
        "1\n00:00:01,000 --> 00:00:04,000\nA",
        "2\n00:00:05,000 --> 00:00:08,000\nB",
        "3\n00:00:06,000 --> 00:00:07,000\nC\n",
      ].join("\n\n"),
      cues: 3,
      problem: null,
    });
  });

  it("cues without an empty line between them, and with one in their text, keep all lines", () => {
    const { content, cues } = checkCaptions(
      "1\n00:00:01,000 --> 00:00:02,000\nRain\n2\n00:00:03,000 --> 00:00:04,000\nA bridge\n\nand a train\n",
    );
    expect(cues).toBe(2);
    expect(content).toBe(
      "1\n00:00:01,000 --> 00:00:02,000\nRain\n\n2\n00:00:03,000 --> 00:00:04,000\nA bridge\nand a train\n",
    );
  });

  it("text of an SRT file that looks a little like times, numbers or markup is kept", () => {
    const text = "{\\an8}<i>Rain</i>\n<!-- a comment -->\n10:30:15 - departure\n1984";
    const content = `1\n00:00:01,000 --> 00:00:04,000\n${text}\n\n2\n00:00:05,000 --> 00:00:06,500\nA bridge\n`;
    expect(checkCaptions(content)).toEqual({ content, cues: 2, problem: null });
  });

  it("VTT keeps its header, notes, styles, names and settings", () => {
    const { content } = checkCaptions(vtt);
    expect(content).toBe(
      "WEBVTT - Monsoon\nKind: captions\n\nNOTE by hand\n\nSTYLE\n::cue { color: white }\n\nintro\n00:00:01.000 --> 00:00:04.000 align:start\nRain\n\n00:00:05.000 --> 01:00:06.500\nA bridge\n",
    );
  });

  it("what was normalised stays as it is", () => {
    const stamp = (ms: number) => new Date(ms).toISOString().slice(11, 23).replace(".", ",");
    const cue = fc.tuple(
      fc.nat(80_000_000),
      fc.integer({ min: 1, max: 5_000_000 }),
      fc.constantFrom("Text", "Zwei\nZeilen", ""),
    );
    fc.assert(
      fc.property(fc.array(cue, { minLength: 1, maxLength: 5 }), (cues) => {
        const written = cues
          .map(([from, length, text], at) => `${at + 1}\n${stamp(from)} --> ${stamp(from + length)}\n${text}`)
          .join("\n\n");
        const once = checkCaptions(written);
        expect(once.cues).toBe(cues.filter(([, , text]) => text !== "").length);
        const again = once.content === null ? once : checkCaptions(once.content);
        expect(again).toEqual(once);
      }),
    );
  });
});
