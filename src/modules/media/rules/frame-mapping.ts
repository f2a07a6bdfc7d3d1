import type { Rate } from "./frames.ts";

/** A video whose frames are compared with those of another one. */
export interface MappedVideo {
  rate: Rate;
  /** Number of its last frame. */
  last: number;
}

/**
 * The frame of `to` that is displayed when `frame` of `from` begins, if both begin at the same time and `to` is then moved
 * by `offset` frames of its own. Exact for all rates; clamped to the length of `to`. Frames count from 0.
 */
export function mapFrame(frame: number, from: MappedVideo, to: MappedVideo, offset: number): number {
  const within = Math.min(from.last, Math.max(0, frame));
  const same = Math.floor((within * from.rate.den * to.rate.num) / (from.rate.num * to.rate.den));
  return Math.min(to.last, Math.max(0, same + offset));
}
