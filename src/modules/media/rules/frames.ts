/** Frames per second as a fraction: 30000/1001 is 29.97. */
export interface Rate {
  num: number;
  den: number;
}

/** The frame, counted from 0, that is shown at a moment in seconds. */
export function frameAt(seconds: number, { num, den }: Rate): number {
  return Math.max(0, Math.floor((seconds * num) / den + 1e-6));
}

/** The moment in seconds in the middle of a frame: browsers disagree on which frame lies at its edge. */
export function middleOf(frame: number, { num, den }: Rate): number {
  return ((frame + 0.5) * den) / num;
}

/** Rates whose timecode leaves out numbers to keep up with the clock (SMPTE ST 12-1): 29.97 and 59.94. */
export function dropsFrames({ num, den }: Rate): boolean {
  return den === 1001 && num % 30_000 === 0;
}

/** A frame's SMPTE timecode: `00:03:48:14`, with a semicolon before the frames where numbers are left out. */
export function timecode(frame: number, rate: Rate): string {
  const perSecond = Math.max(1, Math.round(rate.num / rate.den));
  const drop = dropsFrames(rate);
  const number = drop ? frame + leftOut(frame, perSecond) : frame;
  const seconds = Math.floor(number / perSecond);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits);
  return `${parts.join(":")}${drop ? ";" : ":"}${twoDigits(number % perSecond)}`;
}

/** Two numbers (four at 59.94) at the start of each minute but every tenth. */
function leftOut(frame: number, perSecond: number): number {
  const each = perSecond / 15;
  const minute = perSecond * 60 - each;
  const tenMinutes = minute * 10 + each;
  const rest = frame % tenMinutes;
  return each * (9 * Math.floor(frame / tenMinutes) + Math.max(0, Math.floor((rest - each) / minute)));
}

/** As editors write it: `23.976`, `25`, `29.97 DF`. */
export function rateName(rate: Rate): string {
  const perSecond = rate.num / rate.den;
  const digits = rate.den === 1001 && rate.num === 24_000 ? 3 : 2;
  return `${Number(perSecond.toFixed(digits))}${dropsFrames(rate) ? " DF" : ""}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
