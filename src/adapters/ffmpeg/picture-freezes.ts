import { changedShare, type FrameChange, type GreyFrame, type GreyPicture } from "./grey-frames.ts";
import { type FrameRange, maxRanges, type PictureMeasures } from "./measures.ts";

/** Share of pixels up to which a frame repeats the one before. */
const repeatedShare = 0.0015;
/** Share of pixels by which the picture has moved slowly since the range began. */
const driftedShare = 4 * repeatedShare;
/** Frames in which an encoder still refines a picture that has just stopped. */
const settling = 6;
const minSeconds = 0.5;

/** The shot before a freeze has to move for `from` seconds; up to `to` seconds of it are looked at. */
const movingSeconds = { from: 0.75, to: 2 };
/** Different frames per second: cameras have more, drawn animation fewer. */
const minNewPerSecond = 20;
/** Longest time without a new frame in moving pictures: duplicates of a converted rate. */
const maxHeldSeconds = 0.05;
/** Share of pixels that change from frame to frame; less is a slow zoom over a still. */
const minMovement = 0.005;
/** The last frames before a freeze move at least this share of the usual movement: an animation comes to a stop slowly. */
const abruptness = 0.4;
/** Two stretches of this length before a freeze are compared: dissolves, fades and zooms change all of it alike, cameras don't. */
const stretchSeconds = 0.2;
const maxSteadiness = 0.5;

interface Run {
  /** The first frame that repeats the one before. */
  from: number;
  anchor: GreyPicture;
  /** The picture moves on slowly. */
  drifted: boolean;
  /** Three pictures before, at equal distances. */
  before: readonly GreyPicture[];
}

/** Finds ranges of repeated frames, and whether the pictures before them moved. Black is none of them. */
export function createFreezeMeter(framesPerSecond: number) {
  /** Share of changed pixels of each frame, in 1/65535. */
  let changes = new Uint16Array(1024);
  const runs: (FrameRange & { steady: boolean })[] = [];
  let run: Run | null = null;
  /** Frames that are not black, and those of them that repeat the one before; both without long runs of repeats. */
  let frames = 0;
  let repeats = 0;
  /** A change of a single frame: a key frame of the same picture. */
  let doubtful: { number: number; pixels: GreyPicture } | null = null;
  const stretch = Math.max(1, Math.round(stretchSeconds * framesPerSecond));
  const recent: GreyPicture[] = [];

  const close = (to: number): void => {
    if (!run) return;
    const { from, before, drifted } = run;
    run = null;
    if ((to - from + 1) / framesPerSecond < minSeconds) return;
    frames -= to - from;
    repeats -= to - from;
    if (!drifted && runs.length < maxRanges)
      runs.push({ from, to, steady: steadiness(before) > maxSteadiness });
  };
  const remember = (number: number, changed: number): void => {
    if (number >= changes.length) {
      const longer = new Uint16Array(changes.length * 2);
      longer.set(changes);
      changes = longer;
    }
    changes[number] = Math.round(changed * 65_535);
  };

  return {
    take({ number, pixels, deviation }: GreyFrame, { changed }: FrameChange, isBlack: boolean): void {
      remember(number, changed);
      recent.push(pixels);
      if (recent.length > 2 * stretch + 2) recent.shift();
      if (isBlack || deviation === 0) {
        doubtful = null;
        return close(number);
      }
      const repeated = number > 0 && changed <= repeatedShare;
      frames++;
      if (repeated) repeats++;
      if (!repeated) {
        if (run && !doubtful && isRecoded(run.anchor, pixels)) doubtful = { number, pixels };
        else {
          close(doubtful?.number ?? number);
          doubtful = null;
        }
        return;
      }
      if (run && doubtful) {
        run.anchor = doubtful.pixels;
        doubtful = null;
      }
      run ??= {
        from: number,
        anchor: pixels,
        drifted: false,
        before: [1, 1 + stretch, 1 + 2 * stretch].flatMap((back) => recent.at(-1 - back) ?? []),
      };
      if (number - run.from <= settling) run.anchor = pixels;
      else if (changedShare(run.anchor, pixels) > driftedShare) run.drifted = true;
    },
    /** `cuts` are the first frames of the shots. */
    finish(end: number, cuts: readonly number[]): Pick<PictureMeasures, "frozen" | "repeated"> {
      close(doubtful?.number ?? end);
      let place = 0;
      const frozen = runs.map(({ from, to, steady }) => {
        while ((cuts[place] ?? end) <= from) place++;
        const shot = cuts[place - 1] ?? 0;
        const begin = Math.max(shot + 1, from - Math.round(movingSeconds.to * framesPerSecond));
        const before = Array.from(changes.subarray(begin, from), (change) => change / 65_535);
        return { from, to, live: !steady && isMoving(before, framesPerSecond) };
      });
      return { frozen, repeated: Math.max(0, repeats) / Math.max(1, frames) };
    },
  };
}

/** Whether frames with these shares of changed pixels, up to the last one, are of a camera, or as smooth. */
export function isMoving(changes: readonly number[], framesPerSecond: number): boolean {
  const seconds = changes.length / framesPerSecond;
  if (seconds < movingSeconds.from) return false;
  const moves = changes.filter((changed) => changed > repeatedShare);
  if (moves.length < Math.min(minNewPerSecond, 0.9 * framesPerSecond) * seconds) return false;
  let held = 0;
  for (const changed of changes) {
    held = changed > repeatedShare ? 0 : held + 1;
    if (held > Math.max(1, maxHeldSeconds * framesPerSecond)) return false;
  }
  const usual = median(moves);
  return usual >= minMovement && median(moves.slice(-3)) >= abruptness * usual;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

const blockPixels = 100;
/** Mean grey levels of blocks that a key frame changes in a picture that doesn't move. */
const recodedLevels = 1.5;

/** Whether a picture differs by its coding only: the differences cancel out in stretches of a hundred pixels. */
function isRecoded(one: GreyPicture, other: GreyPicture): boolean {
  for (let begin = 0; begin < one.length; begin += blockPixels) {
    let sum = 0;
    const end = Math.min(one.length, begin + blockPixels);
    for (let at = begin; at < end; at++) sum += (one[at] ?? 0) - (other[at] ?? 0);
    if (Math.abs(sum) > recodedLevels * (end - begin)) return false;
  }
  return true;
}

/** Correlation of the changes from the third picture to the second with those from the second to the first, −1 to 1. */
export function steadiness([last, middle, first]: readonly GreyPicture[]): number {
  if (!last || !middle || !first) return 0;
  let products = 0;
  let later = 0;
  let earlier = 0;
  for (let at = 0; at < last.length; at++) {
    const a = (last[at] ?? 0) - (middle[at] ?? 0);
    const b = (middle[at] ?? 0) - (first[at] ?? 0);
    products += a * b;
    later += a * a;
    earlier += b * b;
  }
  return products / Math.max(1, Math.sqrt(later * earlier));
}
