import { AdapterError } from "#core/adapter-error.ts";

import { keepsTimes } from "./even-timing.ts";
import type { ProbeFacts } from "./facts.ts";
import { readFrameLog } from "./frame-log.ts";
import { probe } from "./probe.ts";

/** An MP4 created from a video. */
export interface OutputFile {
  bytes: number;
  /** In pixels. */
  width: number;
  height: number;
  frames: number;
  /** Frames of the original, or by duration for a variable rate; null if they were not counted. */
  expectedFrames: number | null;
  /** Each frame is within half a frame of its time in the source. */
  timesMatch: boolean;
  /** Its frames are those of the original to the end, at the same times. False is possible with damaged sources. */
  framesMatch: boolean;
}

/** Time limit in seconds. Two cores need about a third of the duration. */
export function timeLimit({ durationSeconds }: ProbeFacts): number {
  return Math.min(5.5 * 60 * 60, 600 + durationSeconds * 12);
}

/** Half a frame, and the rounding of clocks. */
const maxDeviation = 0.5 + 1e-3;

/**
 * Compares the file with the `facts` of its source, and with the `log` of its conversion (see `frameLogOutput`). Rejects with
 * `unreadable` if it can't be read.
 */
export async function inspectOutput(
  { file, log }: { file: string; log: string },
  facts: ProbeFacts,
): Promise<OutputFile> {
  const made = await probe(file, { ffmpeg: null });
  if (!made.ok) {
    const message = `This video could not be converted. ${made.message}`;
    throw new AdapterError({ kind: "permanent", code: "unreadable", message });
  }
  const { bytes, video } = made.facts;
  const { width, height, frames, startSeconds, constantRate, framesCounted } = video;
  const logged = await readFrameLog(log, facts.video);
  const expectedFrames = facts.video.framesCounted ? facts.video.frames : null;
  const timesMatch =
    startSeconds === 0 &&
    constantRate &&
    framesCounted &&
    (!keepsTimes(facts) || (logged.frames === frames && logged.deviation <= maxDeviation));
  const framesMatch = timesMatch && (expectedFrames ?? frames) === frames;
  return { bytes, width, height, frames, expectedFrames, timesMatch, framesMatch };
}
