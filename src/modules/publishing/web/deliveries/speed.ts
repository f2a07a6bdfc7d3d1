/** Bytes sent at a time in milliseconds. */
export interface Sample {
  at: number;
  bytes: number;
}

/** The speed is the average of this many milliseconds. */
const speedWindow = 10_000;

/** The samples with a new one, without those that are too old or that the platform has discarded. */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const last = samples.at(-1);
  if (last && sample.bytes < last.bytes) return [sample];
  return [...samples.filter(({ at }) => at >= sample.at - speedWindow), sample];
}

/** Bytes per second over the samples; null during the first half second. */
export function meanSpeed(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < 500) return null;
  return ((last.bytes - first.bytes) / (last.at - first.at)) * 1000;
}

/** Seconds until `bytes` are sent; null without a speed. */
export function secondsLeft(bytes: number, speed: number | null): number | null {
  return speed === null || speed <= 0 ? null : bytes / speed;
}
