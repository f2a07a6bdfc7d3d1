/** Samples from −1 to 1 of each channel. */
export type Samples = readonly Float64Array[];

/** Weights of BS.1770 for one channel, two or 5.1 (L R C LFE Ls Rs); one channel counts as two speakers. */
function channelWeights(channels: number): readonly number[] {
  if (channels === 1) return [2];
  return channels === 6 ? [1, 1, 1, 0, 1.41, 1.41] : [1, 1];
}

type Biquad = readonly [b0: number, b1: number, b2: number, a1: number, a2: number];

/** The two filters of the K-weighting, from their analogue parameters, so that every rate has the curve of 48 kHz. */
function weighting(rate: number): readonly Biquad[] {
  const shelf = (frequency: number, q: number, gain: number): Biquad => {
    const k = Math.tan((Math.PI * frequency) / rate);
    const high = 10 ** (gain / 20);
    const band = high ** 0.499_666_774_155;
    const a0 = 1 + k / q + k * k;
    return [
      (high + (band * k) / q + k * k) / a0,
      (2 * (k * k - high)) / a0,
      (high - (band * k) / q + k * k) / a0,
      (2 * (k * k - 1)) / a0,
      (1 - k / q + k * k) / a0,
    ];
  };
  const highPass = (frequency: number, q: number): Biquad => {
    const k = Math.tan((Math.PI * frequency) / rate);
    const a0 = 1 + k / q + k * k;
    return [1, -2, 1, (2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0];
  };
  return [
    shelf(1681.974_450_955_533, 0.707_175_236_955_419_6, 3.999_843_853_973_347),
    highPass(38.135_470_876_024_44, 0.500_327_037_323_877_3),
  ];
}

function filtered(samples: Float64Array, [b0, b1, b2, a1, a2]: Biquad): Float64Array {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return samples.map((x) => {
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  });
}

const decibels = (energy: number) => -0.691 + 10 * Math.log10(energy);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Weighted energies of windows of 400 ms that begin every 100 ms. */
function windowEnergies(channels: Samples, rate: number): number[] {
  const step = rate / 10;
  const weights = channelWeights(channels.length);
  const steps: number[] = [];
  for (const [channel, samples] of channels.entries()) {
    const weighted = weighting(rate).reduce(filtered, samples);
    for (let at = 0; (at + 1) * step <= samples.length; at++) {
      let energy = 0;
      for (let n = Math.round(at * step); n < Math.round((at + 1) * step); n++)
        energy += (weighted[n] ?? 0) ** 2;
      steps[at] = (steps[at] ?? 0) + ((weights[channel] ?? 1) * energy) / step;
    }
  }
  return steps.slice(3).map((_, at) => mean(steps.slice(at, at + 4)));
}

/** Integrated loudness by ITU-R BS.1770-4 in LUFS, or null for silence. */
export function referenceLoudness(channels: Samples, rate: number): number | null {
  const audible = windowEnergies(channels, rate).filter((energy) => decibels(energy) > -70);
  const gate = decibels(mean(audible)) - 10;
  return audible.length > 0 ? decibels(mean(audible.filter((energy) => decibels(energy) > gate))) : null;
}

const phases = 4;
const reach = 16;

/** Highest level of a sound and of three points between each two samples, in dBTP, by a windowed sinc; null for silence. */
export function referenceTruePeak(channels: Samples): number | null {
  const taps = Array.from({ length: phases * reach * 2 }, (_, at) => {
    const x = (at % (reach * 2)) - reach + 1 - Math.floor(at / reach / 2) / phases;
    const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
    return sinc * Math.cos((Math.PI * x) / (2 * reach + 2)) ** 2;
  });
  let peak = 0;
  for (const samples of channels) {
    const highest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    for (let n = 0; n < samples.length; n++) {
      // Levels between two samples are rarely higher by more than 4 dB.
      if (Math.max(Math.abs(samples[n] ?? 0), Math.abs(samples[n + 1] ?? 0)) < highest * 0.65) continue;
      for (let first = 0; first < taps.length; first += reach * 2) {
        let level = 0;
        for (let tap = 0; tap < reach * 2; tap++) {
          level += (taps[first + tap] ?? 0) * (samples[n + tap - reach + 1] ?? 0);
        }
        peak = Math.max(peak, Math.abs(level));
      }
    }
  }
  return peak > 0 ? 20 * Math.log10(peak) : null;
}
