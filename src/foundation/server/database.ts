import type { NodePgDatabase } from "drizzle-orm/node-postgres";

/** The connection pool as Drizzle sees it. */
export type Database = NodePgDatabase;
/** One open transaction. Everything that an action writes goes through it. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
