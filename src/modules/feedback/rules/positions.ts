import { dropsFrames, type Rate, timecode } from "#modules/media/rules/frames.ts";

/** The timecodes of a video's frames. */
export interface TimecodeBase {
  rate: Rate;
  /** Whether timecodes skip numbers, which is possible at 29.97 and 59.94 frames per second. */
  dropFrame: boolean;
  /** The frame count of the first frame's timecode: 107,892 for 01:00:00;00 at 29.97. */
  startFrame: number;
}

/** Numbers that a second of timecode counts: 30 at 29.97. */
export function timebase({ num, den }: Rate): number {
  return Math.max(1, Math.round(num / den));
}

/** The timecode of a frame of the video. After 23:59:59 it continues at 00:00:00. */
export function timecodeAt(frame: number, { rate, dropFrame, startFrame }: TimecodeBase): string {
  const counted = (startFrame + frame) % framesOfDay(rate, dropFrame);
  // Timecode that skips no numbers is that of the rate it counts in.
  return timecode(counted, dropFrame ? rate : { num: timebase(rate), den: 1 });
}

/** Frames of 24 hours of timecode. */
function framesOfDay(rate: Rate, dropFrame: boolean): number {
  const tenMinutes = 600 * timebase(rate) - (dropFrame ? 9 * skippedNumbers(rate) : 0);
  return 24 * 6 * tenMinutes;
}

/** Numbers that drop-frame timecode skips at the beginning of each minute except every tenth. */
function skippedNumbers(rate: Rate): number {
  return timebase(rate) / 15;
}

/**
 * The way of counting that a start timecode such as `01:00:00:00` states. A semicolon or comma before the frames stands
 * for drop-frame timecode, without a start timecode it is usual where it is possible. Null if no frame has this timecode.
 */
export function timecodeBaseFrom(start: string | undefined, rate: Rate): TimecodeBase | null {
  if (start === undefined) return { rate, dropFrame: dropsFrames(rate), startFrame: 0 };
  const [hours = Number.NaN, minutes = 0, seconds = 0, frames = 0] = start.split(/[:;.,]/).map(Number);
  const base = timebase(rate);
  if (!(hours < 24 && minutes < 60 && seconds < 60 && frames < base)) return null;
  const dropFrame = dropsFrames(rate) && /[;,.]\d+$/.test(start);
  const minute = hours * 60 + minutes;
  const counted = (minute * 60 + seconds) * base + frames;
  if (!dropFrame) return { rate, dropFrame, startFrame: counted };
  const skipped = skippedNumbers(rate);
  if (minute % 10 !== 0 && seconds === 0 && frames < skipped) return null;
  return { rate, dropFrame, startFrame: counted - skipped * (minute - Math.floor(minute / 10)) };
}
