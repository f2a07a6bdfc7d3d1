import { AdapterError } from "#core/adapter-error.ts";

import type { ProbeFacts } from "./facts.ts";
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
  /** Frame n of the file is frame n of the original. False is possible with damaged sources. */
  framesMatch: boolean;
}

/** Time limit in seconds. Two cores need about a third of the duration. */
export function timeLimit({ durationSeconds }: ProbeFacts): number {
  return Math.min(5.5 * 60 * 60, 600 + durationSeconds * 12);
}

/** Compares the file with the `facts` of its source. Rejects with `unreadable` if it can't be read. */
export async function inspectOutput(file: string, facts: ProbeFacts): Promise<OutputFile> {
  const made = await probe(file, { ffmpeg: null });
  if (!made.ok) {
    const message = `This video could not be converted. ${made.message}`;
    throw new AdapterError({ kind: "permanent", code: "unreadable", message });
  }
  const { bytes, video } = made.facts;
  const { width, height, frames, startSeconds } = video;
  const expectedFrames = expected(facts);
  const slack = facts.video.constantRate ? 0 : 1;
  const framesMatch =
    startSeconds === 0 && (expectedFrames === null || Math.abs(frames - expectedFrames) <= slack);
  return { bytes, width, height, frames, expectedFrames, framesMatch };
}

function expected({ durationSeconds, video }: ProbeFacts): number | null {
  if (!video.framesCounted) return null;
  const { num, den } = video.rate;
  return video.constantRate ? video.frames : Math.max(1, Math.round((durationSeconds * num) / den));
}
