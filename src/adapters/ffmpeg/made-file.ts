import { AdapterError } from "#core/adapter-error.ts";

import type { ProbeFacts } from "./facts.ts";
import { probe } from "./probe.ts";

/** An MP4 that was made of a video. */
export interface MadeFile {
  bytes: number;
  /** Of the picture, in pixels. */
  width: number;
  height: number;
  frames: number;
  /** What the original has, or for a variable rate what its duration gives; null where nobody has counted. */
  expectedFrames: number | null;
  /** Frame n of the file is frame n of the original. False is no failure: the source may be damaged. */
  framesMatch: boolean;
}

/**
 * Seconds after which making files of a video is given up. It takes a third of the duration where there are two cores;
 * what takes this much is not worth waiting for.
 */
export function timeLimit({ durationSeconds }: ProbeFacts): number {
  return Math.min(5.5 * 60 * 60, 600 + durationSeconds * 12);
}

/** Holds what was made at `file` against the `facts` of its source. Rejects with `unreadable` where it can't be read. */
export async function lookAtMade(file: string, facts: ProbeFacts): Promise<MadeFile> {
  const made = await probe(file, { ffmpeg: null });
  if (!made.ok) {
    const message = `No watchable version of this video could be made. ${made.message}`;
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
