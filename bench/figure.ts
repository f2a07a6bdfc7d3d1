/** One line of the table. */
export interface Figure {
  what: string;
  measured: string;
  /** What the same run made of the floor; null where the target stands by itself. */
  baseline: string | null;
  ratio: number | null;
  /** Null for what is shown beside a target as a limit. */
  target: { text: string; met: boolean } | null;
}

/** How a row is to be measured. */
export interface Settings {
  /** Size of the large files, in bytes. */
  bytes: number;
  /** How often product and floor are measured, in turn. */
  rounds: number;
  /** A folder for whatever the row makes; removed at the end. */
  folder: string;
  /** Says what goes on and what each run gave. */
  log: (line: string) => void;
  /** Runs at the row's end, whatever happens; the last one given first. */
  onEnd: (runCleanups: () => Promise<unknown>) => void;
}

export interface Row {
  name: string;
  measure: (settings: Settings) => Promise<Figure[]>;
}

/** The figure of something that should be as fast as its floor; speeds in bytes per second. */
export function speedFigure(what: string, speed: number, baseline: number, min: number): Figure {
  const ratio = speed / baseline;
  return {
    what,
    measured: perSecond(speed),
    baseline: perSecond(baseline),
    ratio,
    target: { text: `≥ ${min} of the floor`, met: ratio >= min },
  };
}

/** The figure of something that has a limit of its own; `floor` is what the floor took of it, where that is known. */
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

/** A figure without a target, shown beside one that has it. */
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
  if (upper === undefined) throw new RangeError("There is no median of nothing.");
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
