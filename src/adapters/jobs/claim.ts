import type { Pool } from "pg";

import type { JobDefinition, JobLimits } from "#core/server/job.ts";

import { isDue } from "./due.ts";

/** A job that this process runs now. */
export interface ClaimedJob {
  id: string;
  name: string;
  data: unknown;
  retryCount: number;
  retryLimit: number;
  expireInSeconds: number;
  /** 1 for short jobs, otherwise 0. */
  priority: number;
  /** Empty if the job has no user. */
  userId: string;
}

interface Turn {
  /** Users in the order in which this process served them, the last one at the end. */
  served: readonly string[];
  onlyShort: boolean;
}

/**
 * Claims the next due job of a queue with limits: of the users and hosts below their limits, the user who was not
 * served for the longest time, and there the short jobs first, then the oldest. Null if there is none.
 *
 * pg-boss's own limits (`groupConcurrency`) know one group per job, no turns, and are exceeded when several workers fetch
 * at once. Here the claims of all processes are serialized by an advisory lock.
 */
export async function claimNext(
  pool: Pool,
  { job, limits }: { job: JobDefinition["job"]; limits: JobLimits },
  { served, onlyShort }: Turn,
): Promise<ClaimedJob | null> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query("begin");
    // A statement of its own: the next one must see what was committed while this one waited.
    await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`jobs.claim:${job}`]);
    const { perUser, perHost = null, perUserAndHost = null, keptForShort = 0 } = limits;
    const { rows } = await client.query<ClaimedJob>(claim, [
      job,
      perUser,
      perHost,
      perUser - keptForShort,
      onlyShort,
      served,
      perUserAndHost,
    ]);
    await client.query("commit");
    return rows[0] ?? null;
  } catch (error) {
    // The connection is closed, which ends the transaction.
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(failure);
  }
}

/** `group_id` is the user, `group_tier` the host. The update is that of pg-boss's `fetch`. */
const claim = `
  with running as materialized (
    select coalesce(group_id, '') as user_id, group_tier as host, priority
    from pgboss.job where name = $1 and state = 'active'
  ), next as (
    select j.id
    from pgboss.job j
    left join unnest($6::text[]) with ordinality as served (user_id, turn)
      on served.user_id = coalesce(j.group_id, '')
    where j.name = $1 and j.${isDue} and not j.blocked
      and coalesce(j.group_id, '') <> all (array(
        select user_id from running group by user_id having count(*) >= $2::int))
      and (j.priority > 0 or not $5::boolean and coalesce(j.group_id, '') <> all (array(
        select user_id from running where priority <= 0 group by user_id having count(*) >= $4::int)))
      and (j.group_tier is null or $3::int is null or j.group_tier <> all (array(
        select host from running where host is not null group by host having count(*) >= $3::int)))
      and (j.group_tier is null or $7::int is null or (coalesce(j.group_id, ''), j.group_tier) not in (
        select user_id, host from running where host is not null group by user_id, host having count(*) >= $7::int))
    order by served.turn nulls first, j.priority desc, j.created_on
    limit 1
    for update of j skip locked
  )
  update pgboss.job j
  set state = 'active', started_on = now(), heartbeat_on = now(),
    retry_count = case when started_on is not null then retry_count + 1 else retry_count end
  from next
  where j.name = $1 and j.id = next.id
  returning j.id, j.name, j.data, j.retry_count as "retryCount", j.retry_limit as "retryLimit",
    j.expire_seconds as "expireInSeconds", j.priority, coalesce(j.group_id, '') as "userId"`;
