import type { SoundMeasures } from "./measures.ts";
import { audible, type Block, type Span } from "./sound-block.ts";

type Relation = SoundMeasures["relations"][number]["relation"];

const relationSeconds = 1;
/** A shorter difference of channels does not end a range in which they are the same. */
const relationGapSeconds = 0.05;
/** Energy per sample of the difference or the sum of two channels that may be noise of a codec: that of −70 dBFS on both. */
const codecNoise = (2 * 32_768 * 10 ** (-70 / 20)) ** 2;
/**
 * Channels are the same if their difference is 30 dB below their sum, and inverted if their sum is so up to about 1 kHz: codecs don't
 * keep the phase of high tones.
 */
const relatedEnergy = 1e-3;

/** Ranges in which two channels are the same or inverted, with the time that they are heard; silence does not end them. */
export function createRelations(rate: number, lowLength: number) {
  const ranges: (Span & { relation: Relation; heard: number })[] = [];
  let different = 0;
  const dropShort = () => {
    if ((ranges.at(-1)?.heard ?? Infinity) < rate * relationSeconds) ranges.pop();
  };
  return {
    add({ samples, at, length, position }: Block, loudest: number): void {
      if (loudest < audible) return;
      const relation = relationIn(samples.subarray(at, at + length * 2), lowLength);
      if (relation === "unclear") return;
      if (relation === "different") {
        different += length;
        return;
      }
      const last = ranges.at(-1);
      const to = position + length;
      if (last?.relation === relation && different < rate * relationGapSeconds) {
        last.to = to;
        last.heard += length;
      } else {
        dropShort();
        ranges.push({ from: position, to, relation, heard: length });
      }
      different = 0;
    },
    finish() {
      dropShort();
      return ranges.map(({ from, to, relation }) => ({ from, to, relation }));
    },
  };
}

/** The relation of two channels. Sums of `lowLength` samples are their low tones. */
function relationIn(samples: Int16Array, lowLength: number): Relation | "different" | "unclear" {
  const energy = { difference: 0, sum: 0, lowDifference: 0, lowSum: 0 };
  for (let at = 0; at < samples.length; at += lowLength * 2) {
    let [lowLeft, lowRight] = [0, 0];
    for (let n = at; n < Math.min(samples.length, at + lowLength * 2); n += 2) {
      const left = samples[n] ?? 0;
      const right = samples[n + 1] ?? 0;
      energy.difference += (left - right) ** 2;
      energy.sum += (left + right) ** 2;
      lowLeft += left;
      lowRight += right;
    }
    energy.lowDifference += (lowLeft - lowRight) ** 2;
    energy.lowSum += (lowLeft + lowRight) ** 2;
  }
  const { difference, sum, lowDifference, lowSum } = energy;
  if (difference <= relatedEnergy * sum) return "identical";
  if (sum < difference && lowSum <= relatedEnergy * lowDifference) return "inverted";
  return Math.min(difference, sum) > (codecNoise * samples.length) / 2 ? "different" : "unclear";
}
