import { type Rate, timecode } from "#modules/media/rules/frames.ts";

import type { CommentExport } from "./comment-export.ts";

type Timing = Pick<CommentExport, "rate" | "dropFrame" | "startFrame">;

/** Numbers that a second of timecode counts: 30 at 29.97. */
export function timebase({ num, den }: Rate): number {
  return Math.max(1, Math.round(num / den));
}

/** The timecode of a frame of the video. After 23:59:59 it continues at 00:00:00. */
export function timecodeAt(frame: number, { rate, dropFrame, startFrame }: Timing): string {
  const counted = startFrame + frame;
  if (dropFrame) return timecode(counted % framesOfDay(rate), rate);
  // Timecode that skips no numbers is that of the rate it counts in.
  const base = timebase(rate);
  return timecode(counted % (24 * 3600 * base), { num: base, den: 1 });
}

/** Frames of 24 hours of drop-frame timecode: per ten minutes, nine minutes skip two numbers (four at 59.94). */
function framesOfDay(rate: Rate): number {
  const base = timebase(rate);
  return 24 * 6 * (600 * base - 9 * (base / 15));
}
