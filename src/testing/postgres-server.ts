import path from "node:path";

import type { PoolConfig } from "pg";

/** The tests' own PostgreSQL, as the global setup hands it to every test file. */
interface TestPostgres {
  connection: PoolConfig;
  /** The migrated database that fresh ones are copied from. */
  template: string;
  /** Starts the names of this run's databases. */
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

/** Databases of one run carry its process number, by which a later run recognizes leftovers. */
export function runPrefix(pid: number): string {
  return `reelay_test_${pid}_`;
}

/** The process number of the run that made the database `name`, or `null` if no run did. */
export function runOf(name: string): number | null {
  const found = /^reelay_test_(\d+)_/.exec(name);
  return found ? Number(found[1]) : null;
}
