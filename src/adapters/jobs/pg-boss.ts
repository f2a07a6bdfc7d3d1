import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { fromDrizzle, PgBoss } from "pg-boss";
import type { BaseLogger } from "pino";

import type { JobDefinition } from "#core/server/job.ts";

import { bringForward, untilIdle } from "./idle.ts";
import type { Jobs } from "./jobs.ts";
import { ownConnections } from "./own-connections.ts";
import { queueOptions } from "./queue.ts";
import { startWorking, type Working } from "./working.ts";

/** What the queue stands on. It opens connections of its own to the database of `pool`. */
export interface JobsParts {
  pool: Pool;
  log: BaseLogger;
  /** The clock that `when` is measured by; tests move it. */
  clock?: () => Date;
  /** Silence after which a working process is taken for dead. */
  deadAfterSeconds?: number;
  /** How long `stop` waits for running work. */
  drainSeconds?: number;
}

const idlePatience = 60_000;

/**
 * Durable work on pg-boss, in the schema `pgboss` of the application's database, which is made or brought up to date
 * here. Work begins with `start`.
 */
export async function createJobs(parts: JobsParts): Promise<Jobs> {
  const { pool, log, clock = () => new Date(), deadAfterSeconds = 8, drainSeconds = 20 } = parts;
  // Its one connection is its own: queues are looked up while callers hold connections of `pool` in transactions.
  const sender = new PgBoss({ ...ownConnections(pool), max: 1, supervise: false, schedule: false });
  sender.on("error", (error) => log.warn({ err: error }, "The job queue met an error."));
  await sender.start().catch(async (error: unknown) => {
    await sender.stop({ graceful: false });
    throw error;
  });

  const known = new Map<string, Promise<void>>();
  const know = (definition: JobDefinition): Promise<void> => {
    const made = known.get(definition.job) ?? makeQueue(sender, definition);
    known.set(definition.job, made);
    // A failure is reported to this caller, and tried again for the next.
    made.catch(() => known.delete(definition.job));
    return made;
  };
  let working: Working | null = null;
  let clockSeen = clock().getTime() - Date.now();

  return {
    enqueue: async (tx, job, data, when) => {
      await know(job);
      const startAfter = when && new Date(Date.now() + when.getTime() - clock().getTime());
      const options = { db: fromDrizzle(tx, sql), ...(startAfter && { startAfter }) };
      const id = await sender.send(job.job, asObject(data), options);
      if (id === null) throw new Error(`The job ${job.job} was not accepted.`);
    },
    traces: async (tx, job, data) => {
      await know(job);
      const found = await sender.findJobs(job.job, { db: fromDrizzle(tx, sql), data: asObject(data) });
      const count = (...states: string[]) => found.filter(({ state }) => states.includes(state)).length;
      return {
        pending: count("created", "retry", "active") > 0,
        done: count("completed") > 0,
        failed: count("failed"),
      };
    },
    start: async (workers) => {
      for (const { definition } of workers) await know(definition);
      working = await startWorking({ pool, log, deadAfterSeconds }, workers);
    },
    stop: async () => {
      await working?.stop(drainSeconds);
      await sender.stop({ graceful: false });
    },
    ready: async () => {
      const { rows } = await pool
        .query<{ kept: boolean }>("select to_regclass('pgboss.job') is not null as kept")
        .catch(() => ({ rows: [] }));
      return (rows[0]?.kept ?? false) && (working?.listening() ?? true);
    },
    idle: async () => {
      const moved = clock().getTime() - Date.now();
      if (moved > clockSeen) await bringForward(pool, moved - clockSeen);
      clockSeen = moved;
      working?.wake();
      await untilIdle(pool, idlePatience);
    },
  };
}

async function makeQueue(boss: PgBoss, definition: JobDefinition): Promise<void> {
  await boss.createQueue(definition.job);
  await boss.updateQueue(definition.job, queueOptions(definition));
}

function asObject(data: unknown): object {
  if (typeof data === "object" && data !== null) return data;
  throw new TypeError("The data of a job must be an object.");
}
