import type { Pool } from "pg";

import type { ClaimedJob } from "./claim.ts";

/** Extra attempts for jobs whose process died. Limited, because the job itself may crash the process. */
const maxCrashRetries = 20;

/**
 * Requeues running jobs whose process has sent no heartbeat for `deadAfterSeconds`, without using up a retry
 * or waiting. Does nothing right after a database start, when no process could send heartbeats. Returns the
 * job names.
 */
export async function requeueOrphans(
  pool: Pool,
  deadAfterSeconds: number,
  running: readonly string[],
): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `update pgboss.job j
     set state = 'retry', start_after = now(), heartbeat_on = null, retry_limit = ${retryLimitPlusOne}
     from pgboss.queue q
     where q.name = j.name and j.state = 'active' and j.heartbeat_seconds is not null
       and j.heartbeat_on < now() - make_interval(secs => $1)
       and pg_postmaster_start_time() < now() - make_interval(secs => $1)
       and j.id <> all ($2::uuid[])
       and j.retry_count < ${retryLimitPlusOne}
     returning j.name`,
    [deadAfterSeconds, running],
  );
  return rows.map((row) => row.name);
}

/** Sends heartbeats for running jobs. Returns the ids of those that were not taken over by another process. */
export async function sendHeartbeats(pool: Pool, jobs: readonly ClaimedJob[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>(
    `update pgboss.job j set heartbeat_on = now()
     from unnest($1::text[], $2::uuid[], $3::int[]) as running (name, id, retry_count)
     where j.name = running.name and j.id = running.id and j.state = 'active'
       and j.retry_count = running.retry_count
     returning j.id`,
    [jobs.map(({ name }) => name), jobs.map(({ id }) => id), jobs.map(({ retryCount }) => retryCount)],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Requeues an interrupted job unless another process has taken it over. */
export async function requeue(pool: Pool, id: string, attempt: number): Promise<void> {
  await pool.query(
    `update pgboss.job j
     set state = 'retry', start_after = now(), heartbeat_on = null, retry_limit = ${retryLimitPlusOne}
     from pgboss.queue q
     where q.name = j.name and j.id = $1 and j.state = 'active' and j.retry_count = $2`,
    [id, attempt],
  );
}

const retryLimitPlusOne = `least(j.retry_limit + 1, q.retry_limit + ${maxCrashRetries})`;
