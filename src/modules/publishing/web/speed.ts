/** How many bytes had been sent at a moment, in milliseconds. */
export interface Sample {
  at: number;
  bytes: number;
}

/** Speeds are taken over this long, in milliseconds: steady enough to read, young enough to be true. */
const window = 10_000;

/** The samples with a new one; what is too old, or was taken back by the platform, is left out. */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const last = samples.at(-1);
  if (last && sample.bytes < last.bytes) return [sample];
  return [...samples.filter(({ at }) => at >= sample.at - window), sample];
}

/** Bytes a second over the samples, or null while there is too little to tell. */
export function speedOf(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < 500) return null;
  return ((last.bytes - first.bytes) / (last.at - first.at)) * 1000;
}

/** Seconds until all of it is sent, or null while there is no speed. */
export function secondsLeft(bytes: number, speed: number | null): number | null {
  return speed === null || speed <= 0 ? null : bytes / speed;
}
