import * as fc from "fast-check";
import { XmlDocument } from "libxml2-wasm";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { toAvidMarkers } from "./avid.ts";
import { type CommentExport, exportMarkers } from "./comment-export.ts";
import { toCsv } from "./csv.ts";
import { toFinalCutXml } from "./final-cut.ts";
import { toOpenTimelineIo } from "./opentimelineio.ts";
import { toPremiereXml } from "./premiere.ts";
import { toResolveEdl } from "./resolve.ts";
import { exportArbitrary, editingRates } from "./sample-export.ts";

interface Found {
  frame: number;
  /** Frames of the range. */
  length: number;
}

/** Reads the markers of a file as frames of the video, by the definition of its format. */
const readers: Record<string, (input: CommentExport) => Found[]> = {
  OpenTimelineIO: (input) => {
    const { tracks, global_start_time: start } = otio.parse(JSON.parse(toOpenTimelineIo(input)));
    expect(start).toEqual({ value: input.startFrame, rate: input.rate.num / input.rate.den });
    return tracks.markers.map(({ marked_range: { start_time: from, duration } }) => {
      expect([from.rate, duration.rate]).toEqual([start.rate, start.rate]);
      return { frame: from.value, length: duration.value };
    });
  },
  Premiere: (input) =>
    readXml(toPremiereXml(input), (document) => {
      const text = (path: string) => document.get(path)?.content ?? "";
      const rate =
        (Number(text("//sequence/rate/timebase")) * 1000) /
        (text("//sequence/rate/ntsc") === "TRUE" ? 1001 : 1000);
      expect(rate).toBeCloseTo(input.rate.num / input.rate.den, 9);
      const start = text("//sequence/timecode/string");
      expect(frameOfTimecode(start, input)).toBe(input.startFrame);
      return document.find("//sequence/marker").map((marker) => {
        const [from, to] = ["in", "out"].map((name) => Number(marker.get(name)?.content));
        return { frame: from ?? Number.NaN, length: to === -1 ? 1 : (to ?? 0) - (from ?? 0) };
      });
    }),
  "Final Cut": (input) =>
    readXml(toFinalCutXml(input), (document) => {
      const frame = frameDuration(document.get("//format/@frameDuration")?.content);
      const clip = framesOfTime(document.get("//asset-clip/@start")?.content, frame);
      expect(clip).toBe(input.startFrame);
      expect(framesOfTime(document.get("//sequence/@tcStart")?.content, frame)).toBe(clip);
      return document.find("//asset-clip/marker").map((marker) => {
        const at = framesOfTime(marker.get("@start")?.content, frame) - clip;
        const [, from, to] = /\n([\d:;]{11}) – ([\d:;]{11})$/.exec(marker.get("@note")?.content ?? "") ?? [];
        const [first, last] = [from, to].map((code) => code && frameOfTimecode(code, input) - clip);
        expect(first ?? at).toBe(at);
        return { frame: at, length: Number(last ?? at) - at + 1 };
      });
    }),
  Resolve: (input) => {
    const lines = toResolveEdl(input).split("\r\n");
    const events = lines.filter((line) => /^\d{3,} {2}001/.test(line));
    return events.map((line) => {
      const [, , , , source = "", , record = ""] = line.split(/ +/);
      expect(record).toBe(source);
      const length = Number(/ \|D:(\d+)$/.exec(lines[lines.indexOf(line) + 1] ?? "")?.[1]);
      return { frame: frameOfTimecode(record, input) - input.startFrame, length };
    });
  },
  Avid: (input) =>
    toAvidMarkers(input)
      .split("\r\n")
      .filter((line) => line !== "")
      .map((line) => {
        const columns = line.split("\t");
        expect(columns).toHaveLength(6);
        return {
          frame: frameOfTimecode(columns[1] ?? "", input) - input.startFrame,
          length: Number(columns[5]),
        };
      }),
};

describe("exported comments", () => {
  it.each(Object.keys(readers))("are on their frames at every rate and start timecode in %s", (format) => {
    fc.assert(
      fc.property(exportArbitrary, (input) => {
        const found = readers[format]?.(input) ?? [];
        const expected = exportMarkers(input).map(({ frame, length }) => ({ frame, length }));
        expect(found).toEqual(expected);
      }),
      { numRuns: 150, endOnFailure: true },
    );
  });

  it("are on their frames in the table", () => {
    fc.assert(
      fc.property(exportArbitrary, (input) => {
        const rows = parseCsv(toCsv(input)).slice(1);
        const expected = [...input.comments].sort((a, b) => a.inFrame - b.inFrame);
        expect(rows.map((row) => row.length)).toEqual(expected.map(() => 12));
        expect(rows.map(([, , first, last]) => [Number(first), Number(last)])).toEqual(
          expected.map(({ inFrame, outFrame }) => [inFrame, outFrame]),
        );
        expect(
          rows.map(([from, to]) =>
            [from, to].map((code) => frameOfTimecode(code ?? "", input) - input.startFrame),
          ),
        ).toEqual(expected.map(({ inFrame, outFrame }) => [inFrame, outFrame]));
      }),
      { numRuns: 150, endOnFailure: true },
    );
  });

  it("has both ways of counting in the tested rates", () => {
    expect(editingRates.filter(({ dropFrame }) => dropFrame).map(({ name }) => name)).toEqual([
      "29.97 DF",
      "59.94 DF",
    ]);
  });
});

const otioTime = z.object({ value: z.number(), rate: z.number() });
const otio = z.object({
  global_start_time: otioTime,
  tracks: z.object({
    markers: z.array(z.object({ marked_range: z.object({ start_time: otioTime, duration: otioTime }) })),
  }),
});

function readXml<T>(text: string, read: (document: XmlDocument) => T): T {
  const document = XmlDocument.fromString(text);
  try {
    return read(document);
  } finally {
    document.dispose();
  }
}

/** A frame's duration as written, such as `1001/30000s`. */
function frameDuration(text: string | undefined): { num: bigint; den: bigint } {
  const [, num, den] = /^(\d+)\/(\d+)s$/.exec(text ?? "") ?? [];
  return { num: BigInt(num ?? 0), den: BigInt(den ?? 1) };
}

/** The number of frames of a time, which has to be whole. */
function framesOfTime(text: string | undefined, frame: { num: bigint; den: bigint }): number {
  const [, num = "", den = "1"] = /^(\d+)(?:\/(\d+))?s$/.exec(text ?? "") ?? [];
  const dividend = BigInt(num) * frame.den;
  const divisor = BigInt(den) * frame.num;
  expect(dividend % divisor).toBe(0n);
  return Number(dividend / divisor);
}

/** The frame count of a timecode by the definition of SMPTE ST 12-1, minute by minute. */
function frameOfTimecode(text: string, { rate, dropFrame }: CommentExport): number {
  const [, hours, minutes, seconds, separator, frames] =
    /^(\d\d):(\d\d):(\d\d)([:;])(\d\d)$/.exec(text) ?? [];
  expect(separator).toBe(dropFrame ? ";" : ":");
  const base = Math.round(rate.num / rate.den);
  const minute = Number(hours) * 60 + Number(minutes);
  const counted = (minute * 60 + Number(seconds)) * base + Number(frames);
  if (!dropFrame) return counted;
  const skipped = base === 60 ? 4 : 2;
  const first = minute % 10 !== 0 && Number(seconds) === 0 ? skipped : 0;
  expect(Number(frames)).toBeGreaterThanOrEqual(first);
  return counted - skipped * (minute - Math.floor(minute / 10));
}

/** Rows and cells by RFC 4180. */
function parseCsv(text: string): string[][] {
  expect(text.startsWith("\u{feff}")).toBe(true);
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
