import type { FileFacts, Interval, PictureMeasures } from "./facts.ts";
import { hasAspect } from "./file-rules.ts";
import { finding, type Finding, joinRanges, perPlace, type Timing, subtractRanges } from "./findings.ts";
import type { DeliverySpecification } from "./specification.ts";

/** Black in the first and the last second is normal. */
const edgeSeconds = 1;
/** Shorter ones are dips to black between scenes. */
const blackSeconds = 1;
/** Shorter ones are held frames of an edit. */
const frozenSeconds = 1;
/** End screens don't move: YouTube's are 5 to 20 seconds long. */
const endScreenSeconds = 20;
/** Share of repeated frames from which a video is drawn animation, slides or a recording of a screen. */
const manyRepeats = 0.3;
/** Interval of a shot that is a leftover of an edit; longer ones are a fast montage. */
const strayFrames = 3;
/** Short shots nearer than this belong to a fast montage or an effect. */
const montageSeconds = 1;
/** Share of moving frames that consist of two fields, from which the video is interlaced. */
const combedShare = 0.1;

/** Findings about the picture of a video. `facts` are those of its file. */
export function judgePicture(
  picture: PictureMeasures,
  facts: FileFacts,
  timing: Timing,
  specification: DeliverySpecification,
): Finding[] {
  return [
    ...judgeBlack(picture, timing),
    ...judgeFreezes(picture, timing),
    ...judgeFlashes(picture, timing),
    ...judgeBars(picture, facts, specification),
    ...judgeShortShots(picture, timing),
    ...(isInterlaced(picture, facts) ? [finding("interlaced", {})] : []),
  ];
}

/** The flag of a file may be wrong, which the measured share shows. */
function isInterlaced({ combed }: PictureMeasures, { interlaced }: FileFacts): boolean {
  return combed === null ? interlaced === true : combed >= combedShare;
}

function judgeBlack({ black }: PictureMeasures, timing: Timing): Finding[] {
  const edge = framesIn(edgeSeconds, timing);
  const ranges = joinRanges(black).filter(
    ({ from, to }) =>
      Math.min(to, timing.frames - edge) - Math.max(from, edge) >= framesIn(blackSeconds, timing),
  );
  return perPlace(ranges, timing, (place, range) => finding("black", place, range));
}

function judgeFreezes({ frozen, black, repeated }: PictureMeasures, timing: Timing): Finding[] {
  if (repeated >= manyRepeats) return [];
  const endScreen = timing.frames - framesIn(endScreenSeconds, timing);
  const ranges = frozen.filter(({ from, to, live }) => {
    const atEnd = to >= timing.frames - framesIn(edgeSeconds, timing) && from >= endScreen;
    return live && !atEnd;
  });
  const visible = subtractRanges(ranges, black).filter(
    ({ from, to }) => to - from >= framesIn(frozenSeconds, timing),
  );
  return perPlace(visible, timing, (place, range) => finding("frozen", place, range));
}

function judgeFlashes({ flashes }: PictureMeasures, timing: Timing): Finding[] {
  return perPlace(flashes, timing, (place, range, those) => {
    const perSecond = Math.max(...those.map((each) => each.perSecond));
    return finding("flashing", { ...place, perSecond }, range);
  });
}

/** Bars that make the picture the specified ratio are wanted. */
function judgeBars(
  { bars }: PictureMeasures,
  { width, height }: FileFacts,
  { aspect }: DeliverySpecification,
) {
  if (!bars) return [];
  const { top, bottom, left, right } = bars;
  const ratio = (width - left - right) / (height - top - bottom);
  if (aspect !== undefined && hasAspect(ratio, aspect)) return [];
  return [finding("bars", { top, bottom, left, right })];
}

function judgeShortShots({ shortShots, flashes }: PictureMeasures, timing: Timing): Finding[] {
  const gap = framesIn(montageSeconds, timing);
  // In order, and thousands of them in a video that flickers for hours.
  const isAlone = ({ from, to }: Interval, at: number) =>
    (shortShots[at + 1]?.from ?? Infinity) - to > gap && from - (shortShots[at - 1]?.to ?? -Infinity) > gap;
  let next = 0;
  const isInFlash = ({ from, to }: Interval) => {
    while ((flashes[next]?.to ?? Infinity) < to) next++;
    return (flashes[next]?.from ?? Infinity) <= from;
  };
  const strays = shortShots.filter(
    (shot, at) => shot.to - shot.from <= strayFrames && isAlone(shot, at) && !isInFlash(shot),
  );
  return perPlace(strays, timing, (place, range, [first]) =>
    finding("stray_frames", { ...place, frames: first.to - first.from }, range),
  );
}

function framesIn(seconds: number, { rate }: Timing): number {
  return Math.round((seconds * rate.num) / rate.den);
}
