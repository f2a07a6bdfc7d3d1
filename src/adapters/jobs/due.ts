import type { Pool } from "pg";

/** Condition on `pgboss.job`: waits to run, and may. */
export const isDue = `state in ('created', 'retry') and start_after <= now()`;

/** Those of the queues that have due jobs. */
export async function queuesWithDueJobs(pool: Pool, queues: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select queue.name from unnest($1::text[]) queue (name)
     where exists (select from pgboss.job where job.name = queue.name and ${isDue})`,
    [queues],
  );
  return rows.map(({ name }) => name);
}
