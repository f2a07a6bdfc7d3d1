import { formatBytes } from "#core/format-bytes.ts";

/** Milliseconds between two lines about the same phase. */
const interval = 5000;

/** Counts the bytes of one phase of a backup or restore. */
export interface Progress {
  add: (bytes: number) => void;
  /** Prints the phase's total. */
  end: () => void;
}

/** Prints how far a phase is, at most every five seconds. `total` is an estimate in bytes, null where unknown. */
export function createProgress(say: (line: string) => void, label: string, total: number | null): Progress {
  let done = 0;
  let printed = performance.now();
  return {
    add: (bytes) => {
      done += bytes;
      if (performance.now() - printed < interval) return;
      printed = performance.now();
      say(`${label}: ${formatBytes(done)}${total === null ? "" : ` of ${formatBytes(total)}`}`);
    },
    end: () => say(`${label}: ${formatBytes(done)}, done`),
  };
}
