import { execFile } from "node:child_process";
import { open, stat } from "node:fs/promises";

import { type Probe, refuse } from "./facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { fraction } from "./frame-timing.ts";
import { readMxfTimecode } from "./mxf-timecode.ts";
import { withResourceLimits, sourceArgs } from "./run.ts";
import { parseSoundTracks, soundFacts, streamsIn } from "./sound-facts.ts";

const timeLimitSeconds = 60;

/**
 * Facts of containers that only ffmpeg reads (AVI, MXF, FLV…), parsed from its description of the input,
 * since the bundled program has no ffprobe. Rate and number of frames are what ffmpeg estimates.
 */
export async function readFactsWithFfmpeg(ffmpeg: Ffmpeg, path: string): Promise<Probe> {
  const { size: bytes } = await stat(path);
  if (await isTruncatedAvi(path, bytes)) return refuse("truncated");
  const probe = parseFacts(await describeInput(ffmpeg, path), bytes);
  if (!probe.ok || probe.facts.container !== "mxf") return probe;
  const { startTimecode: text, ...facts } = probe.facts;
  if (typeof text !== "string") return probe;
  return { ok: true, facts: { ...facts, startTimecode: await readMxfTimecode(path, text) } };
}

/** An AVI starts with the length of its first part. Streams and tapes have no such field. */
async function isTruncatedAvi(path: string, bytes: number): Promise<boolean> {
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0);
  const isAvi = buffer.toString("latin1", 0, 4) === "RIFF" && buffer.toString("latin1", 8, 12) === "AVI ";
  return isAvi && buffer.readUInt32LE(4) + 8 > bytes;
}

/** Returns ffmpeg's description of the file, which it prints before failing for lack of an output. */
export async function describeInput(ffmpeg: Ffmpeg, path: string): Promise<string> {
  const options = {
    timeout: timeLimitSeconds * 1000,
    killSignal: "SIGKILL",
    maxBuffer: 1024 * 1024,
  } as const;
  const [program, ...before] = await withResourceLimits(ffmpeg.path);
  return new Promise((resolve) => {
    execFile(
      program,
      [...before, "-hide_banner", "-nostdin", ...sourceArgs(path)],
      options,
      (_error, _stdout, stderr) => resolve(stderr),
    );
  });
}

/** The picture track that is played by default, else the first one; `stream` as in the facts. */
function pictureIn(stderr: string): { stream?: string; line: string } | null {
  const pictures = streamsIn(stderr)
    .map(({ number, part }) => ({
      number,
      line: /: Video: (.+)$/m.exec(part.split("\n")[0] ?? "")?.[1] ?? "",
    }))
    .filter(({ line }) => line !== "" && !line.includes("(attached pic)"));
  const chosen = pictures.find(({ line }) => line.includes("(default)")) ?? pictures[0];
  if (!chosen) return null;
  return chosen === pictures[0]
    ? { line: chosen.line }
    : { stream: String(chosen.number), line: chosen.line };
}

/**
 * Frames per second, or `NaN`. ffmpeg prints whole thousands as `1k`, also for a rate that is none (tapes: `60k fps, 25 tbr`).
 */
function statedRate(videoLine: string): number {
  const [, usual] = /,\s([\d.]+) (?:fps|tbr)/.exec(videoLine) ?? [];
  const [, thousands] = /,\s([\d.]+)k fps/.exec(videoLine) ?? [];
  return usual === undefined ? Number(thousands) * 1000 : Number(usual);
}

const standardRates = [24_000, 30_000, 48_000, 60_000, 120_000];

/** Streams without a container, whose duration only their frames tell. */
const elementary = new Set(["mpegvideo", "m4v", "h264", "hevc", "obu"]);

/** Parses ffmpeg's description of a file; the duration is 0 where only the frames tell it. Exported for its test. */
export function parseFacts(stderr: string, bytes: number): Probe {
  const container = /^Input #0, ([^,\s]+)/m.exec(stderr)?.[1];
  const { stream, line: videoLine } = pictureIn(stderr) ?? {};
  const hasAudio = /^\s*Stream #0:\d+.*?: Audio: /m.test(stderr);
  if (/Picture size \S+ (?:exceeds|is invalid)/.test(stderr)) return refuse("absurd_dimensions");
  if (container === undefined) return refuse("not_a_video");
  if (videoLine === undefined) return refuse(hasAudio ? "no_picture" : "not_a_video");
  const size = /,\s(\d+)x(\d+)/.exec(videoLine);
  const framesPerSecond = statedRate(videoLine);
  const [, hours, minutes, seconds, start] =
    /Duration: (\d+):(\d+):([\d.]+), start: (-?[\d.]+)/.exec(stderr) ?? [];
  const isTimed = seconds !== undefined;
  if (!size || !(framesPerSecond > 0) || (!isTimed && !elementary.has(container))) return refuse("truncated");

  const durationSeconds = isTimed ? Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) : 0;
  const broadcast = standardRates.find((num) => Math.abs(num / 1001 - framesPerSecond) < 0.006);
  const rate = broadcast ? { num: broadcast, den: 1001 } : fraction(framesPerSecond);
  const codedWidth = Number(size[1]);
  const codedHeight = Number(size[2]);
  const [, across, down] = /\[SAR (\d+):(\d+)/.exec(videoLine) ?? [];
  const stretch = Number(across) > 0 && Number(down) > 0 ? Number(across) / Number(down) : 1;
  const startTimecode = /^\s+timecode\s*: (\d\d:\d\d:\d\d[:;.]\d{2,3})\s*$/m
    .exec(stderr)?.[1]
    ?.replace(".", ";");
  const transfer = /smpte2084|arib-std-b67/.exec(videoLine)?.[0];
  return {
    ok: true,
    facts: {
      container,
      bytes,
      durationSeconds,
      durationDeclared: isTimed,
      bitrate: Math.round((bytes * 8) / Math.max(durationSeconds, 0.001)),
      ...(startTimecode !== undefined && { startTimecode }),
      video: {
        ...(stream !== undefined && { stream }),
        codec: /^[\w-]+/.exec(videoLine)?.[0] ?? "unknown",
        codecString: null,
        width: Math.round(codedWidth * stretch),
        height: codedHeight,
        codedWidth,
        codedHeight,
        rotation: 0,
        mirrored: false,
        bitDepth: null,
        chroma: null,
        hdr: transfer === undefined ? null : transfer === "smpte2084" ? "pq" : "hlg",
        matrix: /\((?:tv, |pc, )?(bt709|bt470bg|smpte170m|bt2020nc|gbr)[,/)]/.exec(videoLine)?.[1] ?? null,
        fullRange: /\byuvj\d+p|\(pc[,)]/.test(videoLine),
        interlaced: /\b(?:top|bottom) (?:first|coded first)/.test(videoLine),
        rate,
        constantRate: true,
        frames: Math.round((durationSeconds * rate.num) / rate.den),
        framesCounted: false,
        hiddenFrames: 0,
        startSeconds: Number(start ?? 0),
        keyFramesOnly: false,
      },
      ...soundFacts(parseSoundTracks(stderr, Number(start ?? 0))),
    },
  };
}
