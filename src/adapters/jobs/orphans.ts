import type { Pool } from "pg";

/** How often the death of its process may bring a job back beyond its retries: a job that kills it must not for ever. */
const deathsForgiven = 20;

/**
 * Gives back running jobs whose process is dead, that is, has shown no sign of life for `deadAfterSeconds`. It costs
 * them neither a retry nor a wait. Right after the start of the database nobody can be blamed for silence.
 */
export async function giveBackOrphans(
  pool: Pool,
  deadAfterSeconds: number,
  running: readonly string[],
): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `update pgboss.job j
     set state = 'retry', start_after = now(), heartbeat_on = null, retry_limit = ${oneMoreTry}
     from pgboss.queue q
     where q.name = j.name and j.state = 'active' and j.heartbeat_seconds is not null
       and j.heartbeat_on < now() - make_interval(secs => $1)
       and pg_postmaster_start_time() < now() - make_interval(secs => $1)
       and j.id <> all ($2::uuid[])
       and j.retry_count < ${oneMoreTry}
     returning j.name`,
    [deadAfterSeconds, running],
  );
  return rows.map((row) => row.name);
}

/** Gives back a job of this process that was interrupted, unless it is no longer this process's. */
export async function giveBack(pool: Pool, id: string, attempt: number): Promise<void> {
  await pool.query(
    `update pgboss.job j
     set state = 'retry', start_after = now(), heartbeat_on = null, retry_limit = ${oneMoreTry}
     from pgboss.queue q
     where q.name = j.name and j.id = $1 and j.state = 'active' and j.retry_count = $2`,
    [id, attempt],
  );
}

const oneMoreTry = `least(j.retry_limit + 1, q.retry_limit + ${deathsForgiven})`;
