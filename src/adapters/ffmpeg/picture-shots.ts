import { compareFrames, type FrameChange, type GreyFrame } from "./grey-frames.ts";
import type { FrameRange } from "./measures.ts";

/** Frames at both sides of a change that it is compared with: movement changes several of them. */
const around = 7;
/** A cut changes the picture by this many grey levels at least, and by a multiple of the movement around it. */
const minDifference = 4;
const timesMovement = 2.5;
/** Pictures of one shot are more alike than this. */
const sameShot = 0.7;
/** Standard deviation up to which a picture is a flash of light or a coloured card. */
const cardDeviation = 6;

const maxShortFrames = 5;
/** Shots beside a short one that are part of a fast montage are shorter than this. */
const montageShot = { frames: 8, seconds: 0.25 };

/**
 * Finds cuts and shots of at most five frames. A short shot counts if the shots beside it are neither parts of one shot (an insert
 * in it) nor short themselves, and if it is no flash of light. A few black frames are a gap, also in a shot.
 */
export function createShotMeter(framesPerSecond: number) {
  const cuts: number[] = [];
  const candidates: FrameRange[] = [];
  /** The last frames, the newest one last. */
  const recent: Shown[] = [];

  const at = (number: number) => recent[number - (recent[0]?.frame.number ?? 0)];

  const decide = (number: number): void => {
    const decided = at(number);
    if (!decided || number === 0 || !isCut(decided.change, neighbours(recent, number))) return;
    const from = cuts.at(-1) ?? 0;
    cuts.push(number);
    if (isShortShot({ from, to: number }, decided.frame)) candidates.push({ from, to: number });
  };

  /** Whether a range between two cuts is a mistake by what it shows; `after` is null at the end. */
  const isShortShot = ({ from, to }: FrameRange, after: GreyFrame | null): boolean => {
    if (to - from > maxShortFrames) return false;
    const shot = recent.filter(({ frame }) => frame.number >= from && frame.number < to);
    const before = at(from - 1)?.frame;
    if (shot.every(({ isBlack }) => isBlack)) return before !== undefined && after !== null;
    if (shot.every(({ frame }) => frame.deviation <= cardDeviation)) return false;
    return !before || !after || compareFrames(before, after).likeness <= sameShot;
  };

  return {
    take(frame: GreyFrame, change: FrameChange, isBlack: boolean): void {
      recent.push({ frame, change, isBlack });
      if (recent.length > 2 * around + maxShortFrames + 2) recent.shift();
      decide(frame.number - around);
    },
    /** The first frames of all shots but the first one, and the short shots. */
    finish(frames: number): { cuts: number[]; shortShots: FrameRange[] } {
      for (let number = Math.max(0, frames - around); number < frames; number++) decide(number);
      const last = { from: cuts.at(-1) ?? 0, to: frames };
      if (cuts.length > 0 && isShortShot(last, null)) candidates.push(last);
      const starts = [0, ...cuts, frames];
      const minimum = Math.max(montageShot.frames, montageShot.seconds * framesPerSecond);
      const isLong = (from: number | undefined, to: number | undefined) =>
        from === undefined || to === undefined || to - from >= minimum;
      const shortShots = candidates.filter(({ from, to }) => {
        const place = starts.indexOf(from);
        return isLong(starts[place - 1], from) && isLong(to, starts[place + 2]);
      });
      return { cuts, shortShots };
    },
  };
}

interface Shown {
  frame: GreyFrame;
  /** From the frame before. */
  change: FrameChange;
  isBlack: boolean;
}

/** Differences from frame to frame around a frame. */
function neighbours(recent: readonly Shown[], number: number): number[] {
  return recent
    .filter(({ frame }) => frame.number !== number && Math.abs(frame.number - number) <= around)
    .map(({ change }) => change.difference);
}

/** Whether a change is more than movement, whose median around it is small. */
export function isCut({ difference, likeness }: FrameChange, differencesAround: readonly number[]): boolean {
  if (likeness > sameShot || difference < minDifference) return false;
  const sorted = differencesAround.toSorted((a, b) => a - b);
  return difference > timesMovement * (sorted[sorted.length >> 1] ?? 0);
}
