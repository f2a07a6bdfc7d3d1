import { access } from "node:fs/promises";
import path from "node:path";

import { pictureStream } from "./clock.ts";
import type { ProbeFacts } from "./facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { pictureFilter, secondsUntilPicture, singleOutput } from "./picture.ts";
import { options, runFfmpeg, sourceArgs } from "./run.ts";

export interface FrameStillOrder {
  /** A local file of a constant frame rate. */
  source: string;
  /** For the output. The caller removes it. */
  folder: string;
  facts: ProbeFacts;
  /** Number of the frame, from 0. */
  frame: number;
  /** Largest width in pixels. */
  width: number;
  signal?: AbortSignal;
}

/**
 * Makes a JPEG of exactly one frame and returns its path; null if the video has no such frame. Rejects with the
 * `AdapterError`s of `runFfmpeg`.
 */
export async function makeFrameStill(ffmpeg: Ffmpeg, order: FrameStillOrder): Promise<string | null> {
  const { source, folder, facts, frame, signal } = order;
  const { num, den } = facts.video.rate;
  const name = `frame${frame}.jpg`;
  // Half a frame early: containers round times, and ffmpeg seeks to the first frame that is not before this time.
  const seconds = secondsUntilPicture(facts) + ((frame - 0.5) * den) / num;
  const seek = seconds > 0 ? options({ ss: seconds.toFixed(6) }) : [];
  const filter = pictureFilter(facts, scaled(facts.video, order.width), ffmpeg, "still");
  await runFfmpeg(ffmpeg, {
    args: [
      ...seek,
      ...sourceArgs(source),
      ...options({ map: pictureStream(facts), vf: filter }),
      ...singleOutput(name),
    ],
    cwd: folder,
    signal,
    timeLimitSeconds: 120,
  });
  const file = path.join(folder, name);
  return access(file).then(
    () => file,
    () => null,
  );
}

/** The size at a width of at most `width` pixels; even numbers. */
function scaled(size: { width: number; height: number }, width: number) {
  const scale = Math.min(1, width / size.width);
  const even = (pixels: number) => Math.max(2, 2 * Math.round((pixels * scale) / 2));
  return { width: even(size.width), height: even(size.height) };
}
