import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { fromDrizzle, type PgBoss } from "pg-boss";

import type { Transaction } from "#core/server/database.ts";

/** Numbers of a queue's unfinished jobs. */
export interface QueueCounts {
  name: string;
  waiting: number;
  running: number;
  failed: number;
  /** Jobs that have failed and wait for another attempt or are in it. */
  retrying: number;
  /** When the oldest job that has failed, for good or not, was created. */
  failingSince: Date | null;
  /** Message of that job's last failure. */
  problem: string | null;
  /** When the oldest waiting job that is due became due. */
  oldestDueAt: Date | null;
}

/** An unfinished job, without its data. */
export interface InspectedJob {
  id: string;
  state: "waiting" | "running" | "failed";
  createdAt: Date;
  dueAt: Date;
  attempts: number;
  /** Message of the last failure. */
  problem: string | null;
}

/** The jobs of all queues, for operators. */
export interface JobInspection {
  queues: () => Promise<QueueCounts[]>;
  /** Unfinished jobs of a queue: failed ones first, then by due time. */
  jobs: (queue: string, limit: number) => Promise<InspectedJob[]>;
  /** Makes a failed job due; false if there is none with this id. */
  retry: (tx: Transaction, queue: string, id: string) => Promise<boolean>;
  /** Cancels a job that waits or has failed; false if there is none with this id. */
  cancel: (tx: Transaction, queue: string, id: string) => Promise<boolean>;
}

const maxProblemLength = 300;

/** pg-boss stores the output with a failure, and counts a retry when it begins. Jobs of stopped processes have no output. */
const retrying = "j.state in ('retry', 'active') and j.output is not null";

/** `sender` is the instance of pg-boss that enqueues. */
export function createJobInspection(pool: Pool, sender: PgBoss): JobInspection {
  const jobState = async (tx: Transaction, queue: string, id: string) => {
    const jobRows = await tx.execute<{ state: string }>(
      sql`select state::text from pgboss.job where name = ${queue} and id = ${id} for update`,
    );
    return jobRows.rows[0]?.state;
  };
  return {
    queues: async () => {
      const { rows } = await pool.query<QueueCounts>(`
        select q.name,
          count(*) filter (where j.state in ('created', 'retry'))::int as waiting,
          count(*) filter (where j.state = 'active')::int as running,
          count(*) filter (where j.state = 'failed')::int as failed,
          count(*) filter (where ${retrying})::int as retrying,
          min(j.created_on) filter (where j.state = 'failed' or ${retrying}) as "failingSince",
          (array_agg(left(j.output->>'message', ${maxProblemLength}) order by j.created_on)
            filter (where j.state = 'failed' or ${retrying}))[1] as problem,
          min(j.start_after) filter (where j.state in ('created', 'retry') and j.start_after <= now()) as "oldestDueAt"
        from pgboss.queue q
          left join pgboss.job j on j.name = q.name and j.state not in ('completed', 'cancelled')
        where q.name not like '\\_\\_pgboss\\_\\_%'
        group by q.name
        order by q.name`);
      return rows;
    },
    jobs: async (queue, limit) => {
      const { rows } = await pool.query<InspectedJob>(
        `select id, created_on as "createdAt", start_after as "dueAt", retry_count + (state in ('active', 'failed'))::int as attempts,
          case when state = 'failed' then 'failed' when state = 'active' then 'running' else 'waiting' end as state,
          left(output->>'message', ${maxProblemLength}) as problem
        from pgboss.job
        where name = $1 and state not in ('completed', 'cancelled')
        order by job.state desc, start_after, id
        limit $2`,
        [queue, limit],
      );
      return rows;
    },
    retry: async (tx, queue, id) => {
      if ((await jobState(tx, queue, id)) !== "failed") return false;
      await sender.retry(queue, id, { db: fromDrizzle(tx, sql) });
      return true;
    },
    cancel: async (tx, queue, id) => {
      const state = await jobState(tx, queue, id);
      const db = fromDrizzle(tx, sql);
      if (state === "failed") await sender.deleteJob(queue, id, { db });
      else if (state === "created" || state === "retry") await sender.cancel(queue, id, { db });
      else return false;
      return true;
    },
  };
}
