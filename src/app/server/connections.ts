import { randomBytes } from "node:crypto";

import type { Pool } from "pg";
import type { BaseLogger } from "pino";

import { connectionsOfJobs } from "#adapters/jobs/pg-boss.ts";

/** Fewest connections with which a process works: for realtime messages, locks, jobs and a few requests. */
export const minConnections = 10;

type Role = "all" | "web" | "worker";

/** Name of a process on its connections, by which the processes on a database are counted. */
export function processName(role: Role): string {
  return `reelay ${role} ${randomBytes(4).toString("hex")}`;
}

/** Size of the connection pool of a process that opens at most `limit` connections in total. */
export function poolSize(role: Role, limit: number): number {
  return limit - connectionsOfJobs(role !== "web");
}

/** Logs a warning if the database can't accept `limit` connections from each of the processes that use it now. */
export async function warnAboutConnections(pool: Pool, limit: number, log: BaseLogger): Promise<void> {
  const { rows } = await pool.query<{ processes: number; available: number }>(`
    select
      (select count(distinct application_name)::int from pg_stat_activity
        where datname = current_database() and application_name ~ '^reelay (all|web|worker) [0-9a-f]{8}$') as processes,
      least(
        current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0),
        (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
        (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)
      ) as available`);
  const [row] = rows;
  if (!row || row.processes * limit <= row.available) return;
  log.warn(
    `${row.processes} processes of Reelay may open ${limit} database connections each, ${row.processes * limit} in total, ` +
      `but PostgreSQL accepts ${row.available}. Lower DATABASE_CONNECTIONS or raise max_connections.`,
  );
}
