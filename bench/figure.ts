/** One line of the table. */
export interface Figure {
  what: string;
  measured: string;
  /** The baseline of the same run; null if the target is absolute. */
  baseline: string | null;
  ratio: number | null;
  /** Null for figures shown for comparison. */
  target: { text: string; met: boolean } | null;
}

export interface Settings {
  /** Size of the large files, in bytes. */
  bytes: number;
  /** Number of rounds. Each measures product and baseline. */
  rounds: number;
  /** Whether the row only shows that it can run: with few rows, connections and calls, so that its figures mean nothing. */
  tiny: boolean;
  /** Of a row with several cases, only those whose name contains this text. */
  only: string;
  /** Temporary folder of the row, deleted at its end. */
  folder: string;
  /** Prints progress and the result of each run. */
  log: (line: string) => void;
  /** Registers cleanup for the row's end, run in reverse order, also after a failure. */
  onEnd: (runCleanups: () => Promise<unknown>) => void;
}

export interface Row {
  name: string;
  measure: (settings: Settings) => Promise<Figure[]>;
}

/** A speed in bytes per second compared with a baseline. */
export function speedFigure(what: string, speed: number, baseline: number, min: number): Figure {
  const ratio = speed / baseline;
  return {
    what,
    measured: perSecond(speed),
    baseline: perSecond(baseline),
    ratio,
    target: { text: `≥ ${min} of the baseline`, met: ratio >= min },
  };
}

/** A value with an absolute limit; `baseline` is shown for comparison. */
export function limitFigure(
  what: string,
  value: number,
  limit: { max: number; show: (value: number) => string; baseline?: number },
): Figure {
  const { max, show, baseline } = limit;
  return {
    what,
    measured: show(value),
    baseline: baseline === undefined ? null : show(baseline),
    ratio: baseline === undefined ? null : value / baseline,
    target: { text: `≤ ${show(max)}`, met: value <= max },
  };
}

/** A value without a unit that must not be lower than `min`. */
export function minimumFigure(what: string, value: number, min: number): Figure {
  const target = { text: `≥ ${min}`, met: value >= min };
  return { what, measured: String(value), baseline: null, ratio: null, target };
}

/** A figure without a target. */
export function plainFigure(what: string, measured: string): Figure {
  return { what, measured, baseline: null, ratio: null, target: null };
}

export const perSecond = (speed: number) => `${Math.round(speed / 1e6)} MB/s`;
export const seconds = (value: number) => `${value.toFixed(2)} s`;
export const milliseconds = (value: number) => `${value.toFixed(2)} ms`;
export const mebibytes = (value: number) =>
  `${value < 0 ? "−" : "+"}${Math.round(Math.abs(value) / 2 ** 20)} MiB`;
export const perGigabyte = (value: number) => `${value.toFixed(2)} CPU s/GB`;
export const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(2)} GB`;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new RangeError("The median of an empty list is undefined.");
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
