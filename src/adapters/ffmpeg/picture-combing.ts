import type { ProbeFacts } from "./facts.ts";
import type { GreyPicture, GreySize } from "./grey-frames.ts";

/** Columns of the picture that are looked at, in full height. */
const columns = 64;
const pairs = 150;
/** Grey levels by which a moving pixel differs from the frame before. */
const movement = 12;
/** Share of the pixels that must move to judge a frame. */
const minMoving = 0.02;
/** Adjacent lines of a frame of two fields differ by more than every second line; those of other frames by less. */
const combedRatio = 1.1;
const minJudged = 5;

/** The filter that selects pairs of frames and takes a few columns of them, and their size. */
export function combingSample({ video }: Pick<ProbeFacts, "video">): { size: GreySize; filter: string } {
  const turned = video.rotation === 90 || video.rotation === 270;
  const size = { width: columns, height: turned ? video.codedWidth : video.codedHeight };
  const every = Math.max(2, Math.round(video.frames / pairs));
  const pair = String.raw`select=lt(mod(n\,${every})\,2)`;
  return {
    size,
    filter: `${pair},scale=${size.width}:${size.height}:flags=neighbor:out_range=full,format=gray`,
  };
}

/** Compares the lines of pairs of frames where they move. */
export function createCombingMeter({ width }: GreySize) {
  let first: GreyPicture | null = null;
  let judged = 0;
  let combed = 0;
  return {
    take(picture: GreyPicture): void {
      const before = first;
      first = before ? null : picture;
      if (!before) return;
      const ratio = lineRatio(before, picture, width);
      if (ratio === null) return;
      judged++;
      if (ratio > combedRatio) combed++;
    },
    /** Share of the moving frames that consist of two fields; null where too few move. */
    finish: (): number | null => (judged < minJudged ? null : combed / judged),
  };
}

/** Difference of adjacent lines relative to that of every second line, of pixels that moved; null where few did. */
export function lineRatio(before: GreyPicture, picture: GreyPicture, width: number): number | null {
  let moving = 0;
  let adjacent = 0;
  let second = 0;
  for (let at = 2 * width; at < picture.length; at++) {
    const level = picture[at] ?? 0;
    if (Math.abs(level - (before[at] ?? 0)) <= movement) continue;
    moving++;
    adjacent += Math.abs(level - (picture[at - width] ?? 0));
    second += Math.abs(level - (picture[at - 2 * width] ?? 0));
  }
  return moving < minMoving * picture.length ? null : adjacent / Math.max(second, 1);
}
