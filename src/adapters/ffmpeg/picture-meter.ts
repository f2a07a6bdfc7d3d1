import type { ProbeFacts } from "./facts.ts";
import {
  compareFrames,
  describeFrame,
  type GreyFrame,
  type GreyPicture,
  greySize,
  splitPictures,
} from "./grey-frames.ts";
import { type FrameRange, maxRanges, type PictureMeasures } from "./measures.ts";
import { createBarMeter } from "./picture-bars.ts";
import { combingSample, createCombingMeter } from "./picture-combing.ts";
import { createFlashMeter } from "./picture-flashes.ts";
import { createFreezeMeter } from "./picture-freezes.ts";
import { createShotMeter } from "./picture-shots.ts";

/** Pictures per second that are searched for bars. */
const barsPerSecond = 4;
/** Grey levels of black: mean and standard deviation at most, and the share of pixels that may be brighter by `spot`. */
const black = { mean: 16, deviation: 1.2, spot: 12, spots: 0.0003 };

/** Has the picture measured in a pass that decodes every frame, and receives the measures; null if none could be decoded. */
export type PictureReceiver = (measures: PictureMeasures | null) => void | Promise<void>;

/** Measures the picture of a video frame by frame, from the outputs of `pictureOutputs`. */
export function createPictureMeter(facts: ProbeFacts) {
  const { video } = facts;
  const framesPerSecond = video.rate.num / video.rate.den;
  const size = greySize(facts);
  const sample = combingSample(facts);
  const shots = createShotMeter(framesPerSecond);
  const freezes = createFreezeMeter(framesPerSecond);
  const flashes = createFlashMeter(size, framesPerSecond, video.hdr);
  const bars = createBarMeter(size);
  const combing = createCombingMeter(sample.size);
  const blackRanges: FrameRange[] = [];
  const barsEvery = Math.max(1, Math.round(framesPerSecond / barsPerSecond));
  let before: GreyFrame | null = null;
  let frames = 0;

  const takeFrame = (pixels: GreyPicture): void => {
    const frame = describeFrame(frames, pixels);
    const change = compareFrames(before ?? frame, frame);
    const dark = isBlack(frame);
    if (dark) extendRange(blackRanges, frames);
    shots.take(frame, change, dark);
    freezes.take(frame, change, dark);
    flashes.take(frame);
    if (frames % barsEvery === 0) bars.take(pixels);
    before = frame;
    frames++;
  };

  return {
    receivers: [
      splitPictures(size.width * size.height, takeFrame),
      splitPictures(sample.size.width * sample.size.height, combing.take),
    ],
    /** The measures, or null without frames. */
    finish(): PictureMeasures | null {
      if (frames === 0) return null;
      const { cuts, shortShots } = shots.finish(frames);
      const { frozen, repeated } = freezes.finish(frames, cuts);
      return {
        frames,
        black: blackRanges,
        frozen,
        repeated,
        shortShots,
        flashes: flashes.finish(),
        bars: bars.finish(video),
        combed: combing.finish(),
      };
    },
  };
}

/** Whether a frame shows nothing but black, also a lifted one: dark scenes have structure. */
export function isBlack({ pixels, mean, deviation }: GreyFrame): boolean {
  if (mean > black.mean || deviation > black.deviation) return false;
  let bright = 0;
  for (let at = 0; at < pixels.length; at++) if ((pixels[at] ?? 0) > mean + black.spot) bright++;
  return bright <= black.spots * pixels.length;
}

function extendRange(ranges: FrameRange[], frame: number): void {
  const last = ranges.at(-1);
  if (last?.to === frame) last.to = frame + 1;
  else if (ranges.length < maxRanges) ranges.push({ from: frame, to: frame + 1 });
}
