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

/** Rates that differ by less are one rate: encoders write 2997/100 and 19001/317 for 30000/1001 and 60000/1001. */
const sameRate = 50e-6;

/** Frames that are at most this far from their place, in frames and in seconds, keep their numbers in a conversion. */
const maxUneven = 0.4;
const maxUnevenSeconds = 0.02;

/** Duration of the last frame, in frames, above which it is held: it takes the numbers of several ones. */
const maxLastFrame = 1.5;

/**
 * The frame rate of a track, from its frame times (seconds, ascending). `resolution` is the container's clock in ticks per
 * second, to which the times were rounded; `duration` is the stated duration of one frame.
 *
 * Not constant is every rate at which some frame is not in its place. Then the rate is that of a rendition: the one that
 * gives each frame its number, else the one of the fast parts.
 */
export function timeFrames(times: ArrayLike<number>, resolution: number, duration: number): FrameTiming {
  const first = times[0] ?? 0;
  const last = times[times.length - 1] ?? 0;
  const tick = 1 / resolution;
  if (times.length < 2 || last <= first) {
    return { rate: nearest(nominalRates, 1 / Math.max(duration, tick)), constant: true };
  }
  const period = (last - first) / (times.length - 1);
  const constant = constantRate(times, { resolution, duration, period });
  // Screen recordings hold the last frame for as long as nothing moves.
  const isHeld = duration > period * maxLastFrame;
  if (constant) {
    const standard = exactRates.find((rate) => Math.abs(framesPerSecond(rate) * period - 1) < sameRate);
    if (!standard) return { rate: constant, constant: !isHeld };
    return { rate: standard, constant: !isHeld && isEven(maxDeviation(times, standard), standard) };
  }
  const even = evenRate(times, nominalRates, period) ?? evenRate(times, exactRates, period);
  if (even) return { rate: even, constant: false };
  const fast = 1 / Math.max(fastPeriod(times), tick);
  return { rate: gridRate(times, fast, tick) ?? nearest(nominalRates, fast), constant: false };
}

/**
 * Frames of a rendition at `rate` of a video with these frame times that ends at `end`, in seconds. The last frame is always
 * shown, however short it is.
 */
export function renditionFrames(times: Float64Array, end: number, { num, den }: ExactRate): number {
  const first = times[0] ?? 0;
  const framesIn = (seconds: number) => Math.round((seconds * num) / den);
  return Math.max(framesIn(end - first), framesIn((times.at(-1) ?? first) - first) + 1);
}

/** The rate that has every frame at its time, as far as the clock tells; null if there is none. */
function constantRate(
  times: ArrayLike<number>,
  { resolution, duration, period }: { resolution: number; duration: number; period: number },
): ExactRate | null {
  const tick = 1 / resolution;
  // With a fine clock, a constant number of ticks gives the rate.
  const ticks = Math.round(period * resolution);
  const tickRate = reduced(Math.round(resolution), ticks);
  if (resolution >= 5000 && Math.abs(resolution - Math.round(resolution)) < 1e-6) {
    if (maxDeviation(times, tickRate) < tick / 2) return tickRate;
  }
  // The clock of AVI ticks once in a frame, at exactly its time.
  const tolerance = Math.min(tick, period / 4) + 1e-6;
  const close = exactRates
    .filter(
      (rate) => Math.abs(framesPerSecond(rate) * period - 1) * (times.length - 1) * period <= 2 * tolerance,
    )
    .map((rate) => ({
      rate,
      deviation: maxDeviation(times, rate),
      fromStated: Math.abs(1 / framesPerSecond(rate) - duration),
    }))
    .filter(({ deviation }) => deviation <= tolerance)
    // A coarse clock can't distinguish 23.976 from 24 within seconds. The stated duration of a frame can.
    .sort(
      (a, b) => (a.fromStated < 2e-6 ? 0 : 1) - (b.fromStated < 2e-6 ? 0 : 1) || a.deviation - b.deviation,
    );
  if (close[0]) return close[0].rate;
  const average = fraction(1 / period);
  return maxDeviation(times, average) <= tolerance ? average : null;
}

/**
 * The rate by which each frame is near its place, as with film in the rhythm of television (telecine) and with clocks that
 * jitter; null if there is none.
 */
function evenRate(times: ArrayLike<number>, rates: readonly ExactRate[], period: number): ExactRate | null {
  const close = rates.filter(
    (rate) =>
      Math.abs(framesPerSecond(rate) * period - 1) * (times.length - 1) < 2 * maxUneven &&
      isEven(maxDeviation(times, rate), rate),
  );
  return close.length === 0 ? null : nearest(close, 1 / fittedPeriod(times));
}

/** The period of the line through all frame times (least squares). The first and last one alone depend on their jitter. */
function fittedPeriod(times: ArrayLike<number>): number {
  const middle = (times.length - 1) / 2;
  let [products, squares] = [0, 0];
  for (let n = 0; n < times.length; n++) {
    products += (n - middle) * (times[n] ?? 0);
    squares += (n - middle) ** 2;
  }
  return products / squares;
}

/** The rate near `fast` by which each frame has a place, though some places are empty: dropped frames. */
function gridRate(times: ArrayLike<number>, fast: number, tick: number): ExactRate | null {
  const first = times[0] ?? 0;
  const deviationFromGrid = (rate: ExactRate) => {
    let worst = 0;
    for (let n = 0; n < times.length; n++) {
      const places = ((times[n] ?? 0) - first) * framesPerSecond(rate);
      worst = Math.max(worst, Math.abs(places - Math.round(places)) / framesPerSecond(rate));
    }
    return worst;
  };
  const close = exactRates
    .filter((rate) => Math.abs(framesPerSecond(rate) / fast - 1) < 0.05 && framesPerSecond(rate) <= 60)
    .map((rate) => ({ rate, deviation: deviationFromGrid(rate) }))
    .filter(({ rate, deviation }) => deviation <= Math.min(tick + 1e-6, 0.1 / framesPerSecond(rate)))
    .sort((a, b) => a.deviation - b.deviation);
  return close[0]?.rate ?? null;
}

/** Largest distance of a frame from its time by `rate`, in seconds. */
function maxDeviation(times: ArrayLike<number>, rate: ExactRate): number {
  const first = times[0] ?? 0;
  let worst = 0;
  for (let n = 0; n < times.length; n++) {
    worst = Math.max(worst, Math.abs((times[n] ?? 0) - first - (n * rate.den) / rate.num));
  }
  return worst;
}

function isEven(deviation: number, rate: ExactRate): boolean {
  return deviation <= Math.min(maxUneven / framesPerSecond(rate), maxUnevenSeconds) + 1e-6;
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
