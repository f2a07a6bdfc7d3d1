import { compareFrames, edgeLikeness, type FrameChange, type GreyFrame } from "./grey-frames.ts";
import { type FrameRange, maxRanges } from "./measures.ts";

/** Frames at both sides of a change that it is compared with: movement changes several of them. */
const around = 7;
/** A cut changes the picture by this many grey levels at least, and by a multiple of the movement around it. */
const minDifference = 4;
const timesMovement = 2.5;
/** Pictures of one shot are more alike than this. */
const sameShot = 0.7;
/** Standard deviation up to which a picture is a flash of light or a coloured card. */
const cardDeviation = 6;

/** Correlation of the edges in two frames that show the same, also with an effect. */
const sameEdges = 0.4;

const maxShortFrames = 5;
/** Shots beside a short one that are part of a fast montage are shorter than this. */
const montageShot = { frames: 8, seconds: 0.25 };

/**
 * Finds cuts and shots of at most five frames. A short shot counts if the shots beside it are neither parts of one shot (an insert
 * in it) nor short themselves, and if it is no flash of light and no effect. A few black frames are a gap, also in a shot, and a few others in
 * black are a leftover.
 */
export function createShotMeter(framesPerSecond: number) {
  const cuts: number[] = [];
  /** Short shots, with their places among all. */
  const candidates: (FrameRange & { place: number })[] = [];
  /** The last frames, the newest one last. */
  const recent: RecentFrame[] = [];

  const at = (number: number) => recent[number - (recent[0]?.frame.number ?? 0)];

  const decide = (number: number): void => {
    const decided = at(number);
    if (!decided || number === 0 || !isCut(decided.change, neighbours(recent, number))) return;
    take({ from: cuts.at(-1) ?? 0, to: number }, decided.frame);
    cuts.push(number);
  };

  /** Takes a range between two cuts; `after` is null at the end. */
  const take = (range: FrameRange, after: GreyFrame | null): void => {
    if (isShortShot(range, after) && candidates.length < maxRanges) {
      candidates.push({ ...range, place: cuts.length });
    }
  };

  /** Whether a range between two cuts is a mistake by what it shows; `after` is null at the end. */
  const isShortShot = ({ from, to }: FrameRange, after: GreyFrame | null): boolean => {
    if (to - from > maxShortFrames) return false;
    const shot = recent.filter(({ frame }) => frame.number >= from && frame.number < to);
    const before = at(from - 1)?.frame;
    if (shot.every(({ isBlack }) => isBlack)) return before !== undefined && after !== null;
    if (shot.every(({ frame }) => frame.deviation <= cardDeviation)) return false;
    if (at(from - 1)?.isBlack && at(to)?.isBlack) return true;
    const [first, last] = [shot[0]?.frame, shot.at(-1)?.frame];
    if ((before && first && sharesEdges(before, first)) || (after && last && sharesEdges(last, after)))
      return false;
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
      if (cuts.length > 0) take({ from: cuts.at(-1) ?? 0, to: frames }, null);
      const starts = [0, ...cuts, frames];
      const minimum = Math.max(montageShot.frames, montageShot.seconds * framesPerSecond);
      const isLong = (from: number | undefined, to: number | undefined) =>
        from === undefined || to === undefined || to - from >= minimum;
      const shortShots = candidates
        .filter(({ from, to, place }) => isLong(starts[place - 1], from) && isLong(to, starts[place + 2]))
        .map(({ from, to }) => ({ from, to }));
      return { cuts, shortShots };
    },
  };
}

function sharesEdges(one: GreyFrame, other: GreyFrame): boolean {
  return Math.abs(edgeLikeness(one.pixels, other.pixels)) > sameEdges;
}

interface RecentFrame {
  frame: GreyFrame;
  /** From the frame before. */
  change: FrameChange;
  isBlack: boolean;
}

/** Differences from frame to frame around a frame. */
function neighbours(recent: readonly RecentFrame[], number: number): number[] {
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
