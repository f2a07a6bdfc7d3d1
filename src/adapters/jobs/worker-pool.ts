import { setTimeout as wait } from "node:timers/promises";

import type { Pool } from "pg";
import { type JobWithMetadata, PgBoss } from "pg-boss";
import type { BaseLogger } from "pino";

import type { JobWorker } from "#core/server/job.ts";

import { connectionConfig } from "./connection-config.ts";
import { queuesWithDueJobs } from "./due.ts";
import { requeue, requeueOrphans } from "./requeue.ts";

/** The workers of this process. */
export interface WorkerPool {
  listening: () => boolean;
  /** Polls for due jobs at once. */
  wake: () => void;
  stop: (drainSeconds: number) => Promise<void>;
}

interface Parts {
  pool: Pool;
  log: BaseLogger;
  deadAfterSeconds: number;
}

/** Connections that fetch jobs. One more waits for notifications. */
const fetchConnections = 4;
/** Database connections of the workers of a process. */
export const workerConnections = fetchConnections + 1;

/**
 * New jobs arrive by database notification, and due ones are looked for in all queues at once. A slot also polls its queue,
 * at this interval, in case a wake-up was lost.
 */
const pollSeconds = 60;

/** Starts `workers`, whose queues must exist, and requeues jobs of dead processes. */
export async function startWorkerPool(parts: Parts, workers: readonly JobWorker[]): Promise<WorkerPool> {
  const { pool, log, deadAfterSeconds } = parts;
  const boss = new PgBoss({
    ...connectionConfig(pool),
    max: fetchConnections,
    useListenNotify: true,
    cronMonitorIntervalSeconds: 10,
    cronWorkerIntervalSeconds: 1,
  });
  boss.on("error", (error) => log.warn({ err: error }, "The job queue reported an error."));
  boss.on("warning", (warning) => log.warn(warning, "The job queue reported a warning."));
  await boss.start();

  const draining = new AbortController();
  const running = new Map<string, number>();
  const slots = new Map<string, string[]>();

  const addSlot = async (worker: JobWorker) => {
    const options = {
      includeMetadata: true,
      // Without notifications.
      pollingIntervalSeconds: 2,
      notifyPollingIntervalSeconds: pollSeconds,
      heartbeatRefreshSeconds: deadAfterSeconds / 4,
    } as const;
    const slot: string = await boss.work<unknown, void, typeof options>(
      worker.definition.job,
      options,
      async ([job]) => {
        if (!job) return;
        running.set(job.id, job.retryCount);
        try {
          await runOne(worker, job, draining.signal, parts);
        } finally {
          running.delete(job.id);
          // Otherwise the worker would wait for the next poll after each job.
          if (!draining.signal.aborted) boss.notifyWorker(slot);
        }
      },
    );
    slots.set(worker.definition.job, [...(slots.get(worker.definition.job) ?? []), slot]);
  };
  const wake = (queues: Iterable<string>) => {
    for (const queue of queues) for (const slot of slots.get(queue) ?? []) boss.notifyWorker(slot);
  };
  const requeueDead = async () => {
    const names = await requeueOrphans(pool, deadAfterSeconds, [...running.keys()]);
    if (names.length > 0) log.warn({ jobs: names }, "Requeued jobs of a process that died.");
  };
  const sweep = async () => {
    await requeueDead();
    wake(await queuesWithDueJobs(pool, [...slots.keys()]));
  };

  // The workers fetch due jobs themselves when they start.
  await requeueDead();
  for (const worker of workers) {
    for (let slot = 0; slot < worker.definition.concurrency; slot += 1) await addSlot(worker);
  }
  await schedule(boss, workers);
  const sweeper = setInterval(() => {
    sweep().catch((error: unknown) =>
      log.warn({ err: error }, "Could not look for due jobs. Retrying at the next interval."),
    );
  }, deadAfterSeconds * 250);

  let stopped = false;
  return {
    listening: () => !stopped,
    wake: () => wake(slots.keys()),
    stop: async (drainSeconds) => {
      stopped = true;
      clearInterval(sweeper);
      const names = new Set(workers.map((worker) => worker.definition.job));
      const ended = Promise.all([...names].map((name) => boss.offWork(name)));
      draining.abort(new Error("The server is stopping."));
      await Promise.race([ended, wait(drainSeconds * 1000, undefined, { ref: false })]);
      for (const [id, attempt] of running) {
        // If the database is unreachable, another process requeues it later.
        await requeue(pool, id, attempt).catch((error: unknown) =>
          log.warn(
            { err: error, id },
            "Could not requeue an interrupted job. Another process will requeue it.",
          ),
        );
      }
      await boss.stop({ graceful: false });
    },
  };
}

async function runOne(
  worker: JobWorker,
  job: JobWithMetadata<unknown>,
  draining: AbortSignal,
  { pool, log }: Parts,
): Promise<void> {
  const context = { job: job.name, id: job.id, attempt: job.retryCount + 1 };
  try {
    draining.throwIfAborted();
    await worker.work(job.data ?? {}, AbortSignal.any([job.signal, draining]));
  } catch (error) {
    if (draining.aborted) {
      await requeue(pool, job.id, job.retryCount);
      return;
    }
    if (job.retryCount < job.retryLimit)
      log.warn({ ...context, err: error }, "A job failed and will be retried.");
    else log.error({ ...context, err: error }, "A job failed and has no retries left.");
    throw error;
  }
}

/** Schedules recurring jobs (UTC) and removes schedules that no worker defines any more. */
async function schedule(boss: PgBoss, workers: readonly JobWorker[]): Promise<void> {
  const recurring = new Map(workers.map(({ definition }) => [definition.job, definition.cron]));
  for (const [name, cron] of recurring) {
    if (cron !== undefined) await boss.schedule(name, cron, {}, { tz: "UTC", missed: "once" });
  }
  for (const { name } of await boss.getSchedules()) {
    if (recurring.get(name) === undefined) await boss.unschedule(name);
  }
}
