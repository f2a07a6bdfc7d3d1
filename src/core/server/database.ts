import { type AnyColumn, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";

import { AdapterError } from "../adapter-error.ts";

/** The connection pool as Drizzle sees it. */
export type Database = NodePgDatabase;
/** An open transaction. All writes of an action use it. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** Source of reads: the pool, or the transaction of an action that also writes. */
export type Reading = Pick<Transaction, "select">;

interface Prepared<Rows> {
  execute: (values?: Record<string, unknown>) => Promise<Rows>;
}

/**
 * A statement with placeholders, prepared once for each combination of `kind`: PostgreSQL plans it once per connection, and outside of
 * transactions Drizzle builds its SQL once. For what most requests or changes send, tasks of a list, messages and media; not for
 * conditions on a column of which some values are much more frequent than others: a plan that knows no value can read the whole table.
 */
export function prepared<Kind extends readonly string[], Rows, Source extends Reading = Reading>(
  name: string,
  write: (
    db: Source,
    ...kind: Kind
  ) => { prepare: (name: string) => { execute: (values?: Record<string, unknown>) => Promise<Rows> } },
): (db: Source, ...kind: Kind) => Prepared<Rows> {
  const written = new WeakMap<Source, Map<string, Prepared<Rows>>>();
  return (db, ...kind) => {
    const full = [name, ...kind].join("_");
    const byName = written.get(db) ?? new Map<string, Prepared<Rows>>();
    const statement = byName.get(full) ?? write(db, ...kind).prepare(full);
    written.set(db, byName.set(full, statement));
    return statement;
  };
}

/**
 * The results of actions of one transaction that don't depend on the order of their statements, which are sent at once
 * where they start with them. Waits for all of them, so that none is still running when the transaction ends; throws the first failure that is
 * not the consequence of another one.
 */
export async function together<Results extends readonly unknown[]>(running: {
  [At in keyof Results]: Promise<Results[At]>;
}): Promise<Results>;
export async function together(running: readonly Promise<unknown>[]): Promise<readonly unknown[]> {
  // Drizzle runs a statement each time it is awaited.
  const started = running.map((action) => Promise.resolve(action));
  const failures = (await Promise.allSettled(started)).flatMap((each) =>
    each.status === "rejected" ? [{ reason: each.reason as unknown }] : [],
  );
  const cause = failures.find(({ reason }) => !hasCode(reason, inFailedTransaction));
  if (cause) throw cause.reason;
  return Promise.all(started);
}

/** Limits the time of each following statement of a transaction, in milliseconds, including waits for locks. */
export async function limitStatements(tx: Transaction, timeout: number): Promise<void> {
  await tx.execute(sql`select set_config('statement_timeout', ${String(timeout)}, true)`);
}

/** `query_canceled`: a statement took longer than its time limit. */
const cancelled = new Set<unknown>(["57014"]);

/** True if PostgreSQL ended a statement because of its time limit. */
export function isTimeout(error: unknown): boolean {
  return hasCode(error, cancelled);
}

/** `in_failed_sql_transaction`: an earlier statement of the transaction failed. */
const inFailedTransaction = new Set<unknown>(["25P02"]);

/** `deadlock_detected` and `serialization_failure`. */
const retryableCodes = new Set<unknown>(["40P01", "40001"]);

/** True if PostgreSQL aborted the transaction in favour of another one, so that it can be retried. */
export function isRetryable(error: unknown): boolean {
  return hasCode(error, retryableCodes);
}

/** `disk_full`: PostgreSQL can't extend a file. */
const diskFullCodes = new Set<unknown>(["53100"]);

/** True if a statement failed because the database's disk is full. Nothing was changed. */
export function isDatabaseFull(error: unknown): boolean {
  return hasCode(error, diskFullCodes);
}

function hasCode(error: unknown, codes: ReadonlySet<unknown>): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && codes.has(at.code)) return true;
  }
  return false;
}

/**
 * Classes and codes of PostgreSQL for a server that can't be used now: connection exceptions (08), too many connections
 * (53300), shutdown, crash and start (57P01 to 57P03).
 */
const unavailableCode = /^(08...|53300|57P0[123])$/;
const connectionCodes = new Set<unknown>([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"],
  ...["ENOENT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"],
]);
/** Errors of `pg` without a code. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** True if a statement failed because the database can't be reached, or not now. */
export function isDatabaseUnavailable(error: unknown): boolean {
  // A failure of another external system may have the same cause.
  if (error instanceof AdapterError || !(error instanceof Error)) return false;
  const code = "code" in error ? error.code : undefined;
  const ofConnection = "syscall" in error && connectionCodes.has(code);
  if (ofConnection || (typeof code === "string" && unavailableCode.test(code))) return true;
  return lostConnection.test(error.message) || isDatabaseUnavailable(error.cause);
}

/** `column = any(list)` with the list as one parameter, so that the statement is the same for every length. */
export function inList(column: AnyColumn, list: Placeholder): SQL {
  return sql`${column} = any(${list})`;
}
