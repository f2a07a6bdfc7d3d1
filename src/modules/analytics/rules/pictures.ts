/** The volume of a video's sound over time: the peak of each interval, 0 to 100. */
export interface Waveform {
  peaksPerSecond: number;
  peaks: number[];
}

/** The most peaks that are kept: one per pixel of a wide screen is enough. */
export const maxKeptPeaks = 1000;

/** A waveform of at most `maxKeptPeaks`, each the highest of those it replaces. */
export function reduceWaveform({ peaksPerSecond, peaks }: Waveform): Waveform {
  const group = Math.ceil(peaks.length / maxKeptPeaks);
  if (group <= 1) return { peaksPerSecond, peaks };
  const reduced = Array.from({ length: Math.ceil(peaks.length / group) }, (_, index) =>
    Math.max(...peaks.slice(index * group, (index + 1) * group)),
  );
  return { peaksPerSecond: peaksPerSecond / group, peaks: reduced };
}

/** The most pictures that are kept of a video, on one sheet. */
export const maxKeptTiles = 100;
