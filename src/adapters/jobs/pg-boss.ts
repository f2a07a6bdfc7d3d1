import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { fromDrizzle, PgBoss } from "pg-boss";
import type { BaseLogger } from "pino";

import { type JobDefinition, type JobWorker, requireUser } from "#core/server/job.ts";

import { connectionConfig } from "./connection-config.ts";
import { bringForward, untilIdle } from "./idle.ts";
import { createJobInspection } from "./inspection.ts";
import type { Jobs } from "./jobs.ts";
import { queueOptions } from "./queue-options.ts";
import { startWorkerPool, workerConnections, type WorkerPool } from "./worker-pool.ts";

/** The queue opens its own connections to the database of `pool`. */
export interface JobsParts {
  pool: Pool;
  log: BaseLogger;
  /** Clock for the `at` of `enqueue`. Tests replace it. */
  clock?: () => Date;
  /** Seconds without a heartbeat after which a process counts as dead. */
  deadAfterSeconds?: number;
  /** Seconds that `stop` waits for running jobs. */
  drainSeconds?: number;
}

/** Database connections that a job queue opens at most, besides those of `pool`. */
export function connectionsOfJobs(hasWorkers: boolean): number {
  return senderConnections + (hasWorkers ? workerConnections : 0);
}

const senderConnections = 1;
const idleTimeout = 60_000;

/**
 * Creates a job queue on pg-boss. Creates or migrates its schema `pgboss` in the application's database. Jobs
 * do not run before `start`.
 */
export async function createJobs(parts: JobsParts): Promise<Jobs> {
  const { pool, log, clock = () => new Date(), deadAfterSeconds = 8, drainSeconds = 20 } = parts;
  // A separate connection: callers hold connections of `pool` in transactions while queues are looked up.
  const sender = new PgBoss({
    ...connectionConfig(pool),
    max: senderConnections,
    supervise: false,
    schedule: false,
  });
  sender.on("error", (error) => log.warn({ err: error }, "The job queue reported an error."));
  await sender.start().catch(async (error: unknown) => {
    await sender.stop({ graceful: false });
    throw error;
  });

  const queues = new Map<string, Promise<void>>();
  const ensureQueue = (definition: JobDefinition): Promise<void> => {
    const created = queues.get(definition.job) ?? createQueue(sender, definition);
    queues.set(definition.job, created);
    // After a failure the next caller tries again.
    created.catch(() => queues.delete(definition.job));
    return created;
  };
  let workerPool: WorkerPool | null = null;
  let starting: Promise<WorkerPool> | null = null;
  const startWorkers = async (workers: readonly JobWorker[]) => {
    for (const { definition } of workers) await ensureQueue(definition);
    return startWorkerPool({ pool, log, deadAfterSeconds }, workers);
  };
  let clockSeen = clock().getTime() - Date.now();

  return {
    enqueue: async (tx, job, data, options = {}) => {
      requireUser(job, options);
      await ensureQueue(job);
      const { at, userId, host, short } = options;
      const startAfter = at && new Date(Date.now() + at.getTime() - clock().getTime());
      const id = await sender.send(job.job, asObject(data), {
        db: fromDrizzle(tx, sql),
        ...(startAfter && { startAfter }),
        ...(userId !== undefined && { group: { id: String(userId ?? 0), ...(host && { tier: host }) } }),
        ...(short && { priority: 1 }),
      });
      if (id === null) throw new Error(`pg-boss did not accept the job ${job.job}.`);
    },
    jobStatus: async (tx, job, data) => {
      await ensureQueue(job);
      const existing = await sender.findJobs(job.job, { db: fromDrizzle(tx, sql), data: asObject(data) });
      const count = (...states: string[]) => existing.filter(({ state }) => states.includes(state)).length;
      return {
        pending: count("created", "retry", "active") > 0,
        done: count("completed") > 0,
        failed: count("failed"),
      };
    },
    inspection: createJobInspection(pool, sender),
    start: async (workers) => {
      starting = startWorkers(workers);
      workerPool = await starting;
    },
    stop: async () => {
      // Also those that are still starting, or their connections would keep the database running.
      const started = await starting?.catch(() => null);
      await started?.stop(drainSeconds);
      await sender.stop({ graceful: false });
    },
    ready: async () => {
      const { rows } = await pool
        .query<{ exists: boolean }>("select to_regclass('pgboss.job') is not null as exists")
        .catch(() => ({ rows: [] }));
      return (rows[0]?.exists ?? false) && (workerPool?.listening() ?? true);
    },
    idle: async () => {
      const moved = clock().getTime() - Date.now();
      if (moved > clockSeen) await bringForward(pool, moved - clockSeen);
      clockSeen = moved;
      workerPool?.wake();
      await untilIdle(pool, idleTimeout);
    },
  };
}

async function createQueue(boss: PgBoss, definition: JobDefinition): Promise<void> {
  await boss.createQueue(definition.job);
  await boss.updateQueue(definition.job, queueOptions(definition));
}

function asObject(data: unknown): object {
  if (typeof data === "object" && data !== null) return data;
  throw new TypeError("The data of a job must be an object.");
}
