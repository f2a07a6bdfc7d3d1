import { type AnyColumn, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";

/** The connection pool as Drizzle sees it. */
export type Database = NodePgDatabase;
/** One open transaction. Everything that an action writes goes through it. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** What reads go through: a transaction, or the pool where one statement suffices. */
export type Reading = Pick<Transaction, "select">;

/** The column holds one of a list that arrives as a single value, so that the statement is the same for every length. */
export function isOneOf(column: AnyColumn, list: Placeholder): SQL {
  return sql`${column} = any(${list})`;
}
