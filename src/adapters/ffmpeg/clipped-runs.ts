import type { Block, Span } from "./sound-block.ts";

/** Samples from here on are at full scale: some programs clip one step below. */
const fullScale = 32_766;
/** Samples in a row at full scale that are clipped. */
const clippedRun = 3;
/** A wave that only touches full scale is round there: the samples beside the run are as near to it as this. */
const roundTop = 16;
/** Clipped runs at smaller distances are one range. */
const clippedGapSeconds = 0.25;

/** Runs at full scale on one channel, with the number of their samples. */
export function createClips(channel: number, rate: number) {
  const ranges: (Span & { channel: number; samples: number })[] = [];
  let run = 0;
  let before = fullScale;
  let previous = fullScale;
  const endRun = (to: number, after: number) => {
    const isClipped = run >= clippedRun && Math.min(before, after) < fullScale - roundTop;
    const last = ranges.at(-1);
    if (isClipped && last && to - run - last.to < rate * clippedGapSeconds) {
      last.to = to;
      last.samples += run;
    } else if (isClipped) {
      ranges.push({ from: to - run, to, channel, samples: run });
    }
    run = 0;
  };
  return {
    add({ samples, at, length, position, channels }: Block, loudest: number): void {
      const levelAt = (n: number) => Math.abs(samples[at + n * channels + channel] ?? 0);
      if (run > 0 || loudest >= fullScale) {
        for (let n = 0; n < length; n++) {
          const level = levelAt(n);
          if (level < fullScale && run > 0) endRun(position + n, level);
          if (level >= fullScale && run++ === 0) before = previous;
          previous = level;
        }
      }
      previous = levelAt(length - 1);
    },
    finish(end: number) {
      endRun(end, fullScale);
      return ranges;
    },
  };
}
