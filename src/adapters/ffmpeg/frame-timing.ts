import type { ExactRate } from "./facts.ts";

export interface FrameTiming {
  rate: ExactRate;
  /** Every frame is where the rate puts it; none is missing. */
  constant: boolean;
}

const ntscRates = [24, 30, 48, 60, 72, 90, 96, 120, 144, 240].map((n) => ({ num: n * 1000, den: 1001 }));
const whole = Array.from({ length: 240 }, (_, n) => ({ num: n + 1, den: 1 }));
const exactRates: readonly ExactRate[] = [...ntscRates, ...whole];

/** Rates of renditions of variable-rate sources. */
const nominalRates: readonly ExactRate[] = [
  { num: 24_000, den: 1001 },
  { num: 24, den: 1 },
  { num: 25, den: 1 },
  { num: 30_000, den: 1001 },
  { num: 30, den: 1 },
  { num: 50, den: 1 },
  { num: 60_000, den: 1001 },
  { num: 60, den: 1 },
];

const framesPerSecond = (rate: ExactRate) => rate.num / rate.den;

/**
 * The exact frame rate of a track, from its frame times (seconds, ascending). `resolution` is the container's
 * clock in ticks per second, to which the times were rounded; `duration` is the stated duration of one frame.
 */
export function timeFrames(times: ArrayLike<number>, resolution: number, duration: number): FrameTiming {
  const first = times[0] ?? 0;
  const last = times[times.length - 1] ?? 0;
  const tick = 1 / resolution;
  if (times.length < 2 || last <= first) {
    return { rate: nearest(nominalRates, 1 / Math.max(duration, tick)), constant: true };
  }
  const period = (last - first) / (times.length - 1);
  /** Largest distance of a frame from its time by `rate`, in seconds. */
  const maxDeviation = (rate: ExactRate) => {
    let worst = 0;
    for (let n = 0; n < times.length; n++) {
      worst = Math.max(worst, Math.abs((times[n] ?? 0) - first - (n * rate.den) / rate.num));
    }
    return worst;
  };

  // With a fine clock, a constant number of ticks gives the rate.
  const ticks = Math.round(period * resolution);
  const stated = reduced(Math.round(resolution), ticks);
  if (resolution >= 5000 && Number.isInteger(resolution) && maxDeviation(stated) < tick / 2) {
    return { rate: stated, constant: true };
  }

  const tolerance = tick + 1e-6;
  const close = exactRates
    .filter(
      (rate) => Math.abs(framesPerSecond(rate) * period - 1) * (times.length - 1) * period <= 2 * tolerance,
    )
    .map((rate) => ({
      rate,
      maxDeviation: maxDeviation(rate),
      fromStated: Math.abs(1 / framesPerSecond(rate) - duration),
    }))
    .filter((candidate) => candidate.maxDeviation <= tolerance)
    // A coarse clock can't distinguish 23.976 from 24 within seconds. The stated duration of a frame can.
    .sort(
      (a, b) =>
        (a.fromStated < 2e-6 ? 0 : 1) - (b.fromStated < 2e-6 ? 0 : 1) || a.maxDeviation - b.maxDeviation,
    );
  if (close[0]) return { rate: close[0].rate, constant: true };

  const average = fraction(1 / period);
  if (maxDeviation(average) <= tolerance) return { rate: average, constant: true };
  return { rate: nearest(nominalRates, 1 / Math.max(fastPeriod(times), tick)), constant: false };
}

/** The 10th percentile of frame distances: the rate of the fast parts, which a rendition must keep. */
function fastPeriod(times: ArrayLike<number>): number {
  const distances = Float64Array.from(
    { length: times.length - 1 },
    (_, n) => (times[n + 1] ?? 0) - (times[n] ?? 0),
  ).sort();
  return distances[Math.floor(distances.length / 10)] ?? 1;
}

function nearest(rates: readonly ExactRate[], requested: number): ExactRate {
  const distance = (rate: ExactRate) => Math.abs(Math.log(framesPerSecond(rate) / requested));
  return rates.reduce((best, rate) => (distance(rate) < distance(best) ? rate : best));
}

function reduced(num: number, den: number): ExactRate {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  const common = divisor(num, Math.max(den, 1));
  return { num: num / common, den: Math.max(den, 1) / common };
}

/** The nearest fraction with a denominator of at most 1001, by continued fractions. */
export function fraction(value: number): ExactRate {
  let [num, den] = [1, 0];
  let [numBefore, denBefore] = [0, 1];
  for (let rest = value; ; rest = 1 / (rest - Math.floor(rest))) {
    const digit = Math.floor(rest);
    const next = [digit * num + numBefore, digit * den + denBefore] as const;
    if (next[1] > 1001) break;
    [numBefore, denBefore] = [num, den];
    [num, den] = next;
    if (Math.abs(num / den - value) < 1e-9 || rest === digit) break;
  }
  return { num: Math.max(num, 1), den: Math.max(den, 1) };
}
