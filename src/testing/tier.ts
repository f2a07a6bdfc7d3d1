import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Set in the sweep, by `SWEEP_ROUNDS`; null in the server tier. */
    sweepRounds: number | null;
  }
}

/** Repetitions of kills or inputs in a test that runs in both tiers: one in the server tier. */
export const rounds: number = inject("sweepRounds") ?? 1;

export const inSweep: boolean = inject("sweepRounds") !== null;

/** All rows of a table of tests in the sweep, and only those that begin with one of `names` in the server tier. */
export function sampled<Row extends readonly [string, ...unknown[]]>(
  rows: readonly Row[],
  names: readonly Row[0][],
): readonly Row[] {
  if (inSweep) return rows;
  const found = rows.filter(([name]) => names.includes(name));
  if (found.length < names.length) throw new Error(`A row is missing: ${names.join(", ")}`);
  return found;
}
