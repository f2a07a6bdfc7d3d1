import path from "node:path";

import type { PoolConfig } from "pg";

/** The tests' PostgreSQL, as provided by the global setup. */
interface TestPostgres {
  connection: PoolConfig;
  /** The migrated template database. */
  template: string;
  /** Prefix of this run's database names. */
  prefix: string;
}

declare module "vitest" {
  interface ProvidedContext {
    postgres: TestPostgres;
  }
}

const root = path.resolve(import.meta.dirname, "../..");

export const serverFolder = path.join(root, ".cache/test-postgres");
export const migrationsFolder = path.join(root, "migrations");

/** Prefix of a run's databases. It contains the process id, so that later runs recognize leftovers. */
export function runPrefix(pid: number): string {
  return `reelay_test_${pid}_`;
}

/** Process id of the run that created the database, or `null`. */
export function runNumber(name: string): number | null {
  const found = /^reelay_test_(\d+)_/.exec(name);
  return found ? Number(found[1]) : null;
}
