import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { readCaptions, shiftCues, writeCaptions } from "#core/caption-text.ts";
import { isUtf8 } from "#core/text-encoding.ts";

import type { ProbeFacts } from "./facts.ts";
import { describeInput } from "./ffmpeg-facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { options, runFfmpeg, sourceArgs } from "./run.ts";

export interface CaptionsOrder {
  /** A local file. */
  source: string;
  /** For the outputs. The caller removes it, also after a failure. */
  folder: string;
  facts: ProbeFacts;
  signal?: AbortSignal;
}

export interface CaptionTrack {
  /** Name of its WebVTT file, whose times are relative to the first frame. */
  file: string;
  /** ISO 639-2 code that the source states. */
  language: string | null;
  /** Title that the source states. */
  title: string | null;
}

/** Text formats. Pictures (DVD, Blu-ray, DVB) can't become WebVTT. */
const textFormats = new Set(["mov_text", "subrip", "srt", "webvtt", "ass", "ssa", "text"]);

const maxTracks = 20;
/** Of one track, in bytes. */
const maxBytes = 5 * 1024 * 1024;

/**
 * Writes each text subtitle track of a video as a WebVTT file; tracks without text are left out. Rejects with the
 * `AdapterError`s of `runFfmpeg`.
 */
export async function makeCaptions(ffmpeg: Ffmpeg, order: CaptionsOrder): Promise<CaptionTrack[]> {
  const { source, folder, facts, signal } = order;
  const streams = parseSubtitles(await describeInput(ffmpeg, source)).slice(0, maxTracks);
  if (streams.length === 0) return [];
  const outputs = streams.flatMap(({ stream }, at) => [
    ...options({ map: `0:${stream}`, "c:s": "webvtt", fs: maxBytes }),
    ...options({ output_ts_offset: margin, f: "webvtt" }),
    fileName(at),
  ]);
  await runFfmpeg(ffmpeg, {
    // By default ffmpeg leaves out lines that aren't UTF-8.
    args: ["-copyts", ...options({ sub_charenc_mode: "ignore" }), ...sourceArgs(source), ...outputs],
    cwd: folder,
    signal,
    timeLimitSeconds: 300 + facts.durationSeconds,
  });
  const made: CaptionTrack[] = [];
  for (const [at, { language, title }] of streams.entries()) {
    const file = fileName(at);
    const read = readCaptions(decodeLines(await readFile(path.join(folder, file))));
    if ("problem" in read) continue;
    const cues = shiftCues(read.cues, Math.round((margin + facts.video.startSeconds) * 1000));
    if (cues.length === 0) continue;
    await writeFile(path.join(folder, file), writeCaptions({ ...read, cues }));
    made.push({ file, language, title });
  }
  return made;
}

/**
 * Seconds that ffmpeg adds to all times, and that are taken off again: it would shift a whole track to avoid a time before
 * zero, but a cue before the first picture is only shortened.
 */
const margin = 100_000;

/** Decodes each line as UTF-8 or, where it isn't, as Windows-1252: programs mix them, and the times are ASCII. */
function decodeLines(bytes: Buffer): string {
  const lines: string[] = [];
  for (let at = 0; at <= bytes.length;) {
    const end = bytes.indexOf(0x0a, at);
    const line = bytes.subarray(at, end < 0 ? bytes.length : end);
    lines.push(new TextDecoder(isUtf8(line) ? "utf-8" : "windows-1252").decode(line));
    if (end < 0) break;
    at = end + 1;
  }
  return lines.join("\n");
}

function fileName(at: number): string {
  return `captions-${at + 1}.vtt`;
}

type Subtitles = Omit<CaptionTrack, "file"> & { stream: number };

/** The text subtitle streams in ffmpeg's description of a file. Exported for its test. */
export function parseSubtitles(stderr: string): Subtitles[] {
  const streams: Subtitles[] = [];
  for (const part of stderr.split(/^(?=\s*Stream #0:)/m)) {
    const [, stream, language = "und", format = ""] =
      /^\s*Stream #0:(\d+)(?:\[\w+\])?(?:\(([^)]+)\))?: Subtitle: (\w+)/.exec(part) ?? [];
    if (stream === undefined || !textFormats.has(format)) continue;
    const title = /^\s+title\s*: (.+)$/m.exec(part)?.[1]?.trim().slice(0, 100) ?? null;
    streams.push({ stream: Number(stream), language: language === "und" ? null : language, title });
  }
  return streams;
}
