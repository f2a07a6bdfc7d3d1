import type { Pool } from "pg";

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
