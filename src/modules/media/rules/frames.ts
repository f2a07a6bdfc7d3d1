/** Frames per second as a fraction: 30000/1001 is 29.97. */
export interface Rate {
  num: number;
  den: number;
}

/** Times of the frames of a file. */
export interface FrameTimes {
  rate: Rate;
  /** Time of frame 0 in seconds; audio may begin before it. */
  startSeconds: number;
}

/** Frames of a video from the first to the last, both included. */
export interface FrameRange {
  from: number;
  to: number;
}

/** The frame, counted from 0, that is displayed at a time in seconds. Before frame 0 that is frame 0. */
export function frameAt(seconds: number, { rate, startSeconds }: FrameTimes): number {
  return Math.max(0, Math.floor(((seconds - startSeconds) * rate.num) / rate.den + 1e-6));
}

/** The frame that begins at a time in seconds, which the container may have rounded to milliseconds. */
export function frameFrom(seconds: number, { rate, startSeconds }: FrameTimes): number {
  return Math.max(0, Math.round(((seconds - startSeconds) * rate.num) / rate.den));
}

/** The time in seconds at which a frame begins. */
export function frameStart(frame: number, { rate, startSeconds }: FrameTimes): number {
  return startSeconds + (frame * rate.den) / rate.num;
}

/** The time in seconds of the middle of a frame: at its edges browsers disagree on the displayed frame. */
export function frameMiddle(frame: number, { rate, startSeconds }: FrameTimes): number {
  return startSeconds + ((frame + 0.5) * rate.den) / rate.num;
}

/** A video's last frame, counted from 0; from the duration where the frames have not been counted. */
export function lastFrame(video: {
  frames: number | null;
  durationSeconds: number | null;
  rate: Rate | null;
}): number {
  const { frames, durationSeconds, rate } = video;
  if (frames !== null) return Math.max(0, frames - 1);
  return rate && durationSeconds !== null
    ? Math.max(0, Math.round((durationSeconds * rate.num) / rate.den) - 1)
    : 0;
}

/** Frames per second, rounded: the frame numbers that a second of timecode counts. */
export function framesPerSecond({ num, den }: Rate): number {
  return Math.max(1, Math.round(num / den));
}

/** True for rates with drop-frame timecode (SMPTE ST 12-1): 29.97 and 59.94. */
export function dropsFrames({ num, den }: Rate): boolean {
  return den === 1001 && num % 30_000 === 0;
}

/**
 * A frame's SMPTE timecode, such as `00:03:48:14`, with a semicolon before the frames where it drops numbers. Its frames have
 * three digits at rates above 100. Starts again after 24 hours.
 */
export function timecode(frame: number, rate: Rate, drop: boolean = dropsFrames(rate)): string {
  const perSecond = framesPerSecond(rate);
  const number = drop ? frame + droppedNumbers(frame, perSecond) : frame;
  const seconds = Math.floor(number / perSecond);
  const minutes = Math.floor(seconds / 60);
  const hours = twoDigits(Math.floor(minutes / 60) % 24);
  const frames = String(number % perSecond).padStart(perSecond > 100 ? 3 : 2, "0");
  return `${hours}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}${drop ? ";" : ":"}${frames}`;
}

/**
 * The frame with this timecode, counted from 0; a semicolon before the frames means drop-frame. Null for text that is no
 * timecode at this rate: a number that does not exist, was dropped, or a semicolon at a rate without drop-frame.
 */
export function parseTimecode(text: string, rate: Rate): number | null {
  const parts = /^(\d\d):(\d\d):(\d\d)([:;])(\d{2,3})$/.exec(text);
  if (!parts) return null;
  const [hours, minutes, seconds, frames] = [parts[1], parts[2], parts[3], parts[5]].map(Number) as Parts;
  const perSecond = framesPerSecond(rate);
  if (hours > 23 || minutes > 59 || seconds > 59 || frames >= perSecond) return null;
  const number = ((hours * 60 + minutes) * 60 + seconds) * perSecond + frames;
  if (parts[4] === ":") return number;
  if (!dropsFrames(rate)) return null;
  const each = perSecond / 15;
  if (seconds === 0 && minutes % 10 !== 0 && frames < each) return null;
  const allMinutes = hours * 60 + minutes;
  return number - each * (allMinutes - Math.floor(allMinutes / 10));
}

type Parts = [hours: number, minutes: number, seconds: number, frames: number];

/**
 * The timecode of a video's first frame, from how its file states it: as text or as a count of frames. A count at a half or
 * another part of the video's rate, as cameras write it above 30 fps, numbers pairs or groups of frames. Null where it is no
 * timecode at this rate, and where it is that of a video without timecode.
 */
export function parseStartTimecode(
  stated: string | { frames: number; perSecond: number; dropFrame: boolean },
  rate: Rate,
): string | null {
  const start = typeof stated === "string" ? stated : countedTimecode(stated, rate);
  return start === null || parseTimecode(start, rate) === null || start === timecode(0, rate) ? null : start;
}

function countedTimecode(
  { frames, perSecond, dropFrame }: { frames: number; perSecond: number; dropFrame: boolean },
  rate: Rate,
): string | null {
  const group = framesPerSecond(rate) / perSecond;
  if (!Number.isInteger(group) || (dropFrame && !dropsFrames(rate))) return null;
  return timecode(frames * group, rate, dropFrame);
}

/** The timecode in the source of a frame of a video whose first frame has the timecode `start`. */
export function sourceTimecode(frame: number, rate: Rate, start: string): string {
  const first = parseTimecode(start, rate);
  return first === null ? timecode(frame, rate) : timecode(first + frame, rate, start.includes(";"));
}

/** Dropped numbers before a frame: two (four at 59.94) in each minute except every tenth. */
function droppedNumbers(frame: number, perSecond: number): number {
  const each = perSecond / 15;
  const minute = perSecond * 60 - each;
  const tenMinutes = minute * 10 + each;
  const rest = frame % tenMinutes;
  return each * (9 * Math.floor(frame / tenMinutes) + Math.max(0, Math.floor((rest - each) / minute)));
}

/** The usual name of a rate: `23.976`, `25`, `29.97 DF`. */
export function rateName(rate: Rate): string {
  const perSecond = rate.num / rate.den;
  const digits = rate.den === 1001 && rate.num === 24_000 ? 3 : 2;
  return `${Number(perSecond.toFixed(digits))}${dropsFrames(rate) ? " DF" : ""}`;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
