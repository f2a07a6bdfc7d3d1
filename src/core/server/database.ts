import { type AnyColumn, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";

/** The connection pool as Drizzle sees it. */
export type Database = NodePgDatabase;
/** One open transaction. Everything that an action writes goes through it. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** What reads go through: the pool, or the transaction of an action that also writes. */
export type Reading = Pick<Transaction, "select">;

/**
 * A select with placeholders that is asked often: Drizzle puts it into words once for each of its kinds, and PostgreSQL
 * may plan it once on each connection. Both can cost more than answering it.
 */
export function prepared<Kind extends readonly string[], Statement>(
  name: string,
  write: (db: Reading, ...kind: Kind) => { prepare: (name: string) => Statement },
): (db: Reading, ...kind: Kind) => Statement {
  const written = new WeakMap<Reading, Map<string, Statement>>();
  return (db, ...kind) => {
    const full = [name, ...kind].join("_");
    const own = written.get(db) ?? new Map<string, Statement>();
    const statement = own.get(full) ?? write(db, ...kind).prepare(full);
    written.set(db, own.set(full, statement));
    return statement;
  };
}

/** PostgreSQL's codes for what it ends in favour of other transactions: `deadlock_detected`, `serialization_failure`. */
const collisions = new Set<unknown>(["40P01", "40001"]);

/** True where PostgreSQL has ended a transaction in favour of another one: nothing is wrong with it, it can run anew. */
export function isCollision(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && collisions.has(at.code)) return true;
  }
  return false;
}

/** The column holds one of a list that arrives as a single value, so that the statement is the same for every length. */
export function isOneOf(column: AnyColumn, list: Placeholder): SQL {
  return sql`${column} = any(${list})`;
}
