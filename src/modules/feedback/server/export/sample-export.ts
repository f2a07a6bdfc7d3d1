import * as fc from "fast-check";

import type { Rate } from "#modules/media/rules/frames.ts";

import type { CommentExport, ExportedComment } from "./comment-export.ts";

interface NamedRate {
  name: string;
  rate: Rate;
  dropFrame: boolean;
}

const rate = (name: string, num: number, den = 1, dropFrame = false): NamedRate => ({
  name,
  rate: { num, den },
  dropFrame,
});

/** All rates of editing programs, with both ways of counting where there are two. */
export const editingRates = [
  rate("23.976", 24_000, 1001),
  rate("24", 24),
  rate("25", 25),
  rate("29.97 NDF", 30_000, 1001),
  rate("29.97 DF", 30_000, 1001, true),
  rate("30", 30),
  rate("50", 50),
  rate("59.94 NDF", 60_000, 1001),
  rate("59.94 DF", 60_000, 1001, true),
  rate("60", 60),
];

export function comment(parts: Partial<ExportedComment> = {}): ExportedComment {
  const inFrame = parts.inFrame ?? 0;
  return {
    inFrame,
    outFrame: inFrame,
    author: "Meera",
    text: "Hold the wide shot longer.",
    hasDrawing: false,
    images: 0,
    replies: [],
    resolved: false,
    done: null,
    createdAt: new Date("2026-11-22T10:00:00Z"),
    ...parts,
  };
}

export function commentExport(parts: Partial<CommentExport> = {}): CommentExport {
  return {
    title: "Monsoon on the Konkan line",
    version: 2,
    fileName: "konkan v2.mov",
    rate: { num: 25, den: 1 },
    dropFrame: false,
    frames: 7500,
    startFrame: 0,
    width: 1920,
    height: 1080,
    audio: { channels: 2, sampleRate: 48_000 },
    comments: [comment()],
    ...parts,
  };
}

/** Letters and signs that formats treat specially, and text of other scripts. */
const hostileText = fc
  .array(
    fc.constantFrom(
      ..."=+-@\t\r\n|\"',;<>&\0\u{1f}\u{85}\u{2028}\u{fffe}\u{d800}",
      ...[
        "]]>",
        "&amp;",
        "-->",
        "|M:",
        "|D:9",
        "=1+1",
        "שלום",
        "مرحبا",
        "\u{202e}",
        "👩🏽‍🚀",
        "é",
        "日本",
        "a",
        "word ",
      ],
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(""));

/** Comments of any text on frames of videos at any rate and start timecode that end before midnight. */
export const exportArbitrary = fc
  .record({
    counting: fc.constantFrom(...editingRates),
    seconds: fc.integer({ min: 1, max: 11 * 3600 }),
    startHour: fc.integer({ min: 0, max: 11 }),
    startOffset: fc.nat(7000),
    title: hostileText,
    positions: fc.array(fc.record({ at: fc.nat(), length: fc.integer({ min: 1, max: 500 }) }), {
      maxLength: 12,
    }),
    text: hostileText,
    author: hostileText,
    replies: fc.array(fc.record({ author: hostileText, text: hostileText, images: fc.nat(2) }), {
      maxLength: 2,
    }),
    resolved: fc.boolean(),
  })
  .map(
    ({
      counting: { rate: exact, dropFrame },
      seconds,
      startHour,
      startOffset,
      positions,
      title,
      ...texts
    }) => {
      const frameCount = (duration: number) => Math.floor((duration * exact.num) / exact.den);
      const frames = frameCount(seconds);
      const comments = positions.map(({ at, length }) => {
        const inFrame = at % frames;
        return comment({ ...texts, inFrame, outFrame: Math.min(inFrame + length - 1, frames - 1) });
      });
      const startFrame = frameCount(startHour * 3600) + startOffset;
      return commentExport({ title, rate: exact, dropFrame, frames, startFrame, comments });
    },
  );
