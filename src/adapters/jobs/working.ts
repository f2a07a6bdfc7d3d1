import { setTimeout as wait } from "node:timers/promises";

import type { Pool } from "pg";
import { type JobWithMetadata, PgBoss } from "pg-boss";
import type { BaseLogger } from "pino";

import type { JobWorker } from "#core/server/job.ts";

import { giveBack, giveBackOrphans } from "./orphans.ts";
import { ownConnections } from "./own-connections.ts";

/** A process that takes jobs. */
export interface Working {
  listening: () => boolean;
  /** Looks for due jobs now. */
  wake: () => void;
  stop: (drainSeconds: number) => Promise<void>;
}

interface Parts {
  pool: Pool;
  log: BaseLogger;
  deadAfterSeconds: number;
}

/** Jobs begin when the database says that they are there; this often is looked for those whose time has come. */
const pollSeconds = 5;

/** Takes jobs for `workers`, whose queues exist, and looks after the jobs of processes that have died. */
export async function startWorking(parts: Parts, workers: readonly JobWorker[]): Promise<Working> {
  const { pool, log, deadAfterSeconds } = parts;
  const boss = new PgBoss({
    ...ownConnections(pool),
    max: 4,
    useListenNotify: true,
    cronMonitorIntervalSeconds: 10,
    cronWorkerIntervalSeconds: 1,
  });
  boss.on("error", (error) => log.warn({ err: error }, "The job queue met an error."));
  boss.on("warning", (warning) => log.warn(warning, "The job queue warns."));
  await boss.start();

  const draining = new AbortController();
  const running = new Map<string, number>();
  const slots: string[] = [];

  const take = async (worker: JobWorker) => {
    const options = {
      includeMetadata: true,
      pollingIntervalSeconds: Math.min(2, pollSeconds),
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
          // More may be due: without this a slot rests after each job.
          if (!draining.signal.aborted) boss.notifyWorker(slot);
        }
      },
    );
    slots.push(slot);
  };
  const wake = () => {
    for (const slot of slots) boss.notifyWorker(slot);
  };
  const sweep = async () => {
    const names = await giveBackOrphans(pool, deadAfterSeconds, [...running.keys()]);
    if (names.length === 0) return;
    log.warn({ jobs: names }, "A process died at work; its jobs are taken up again.");
    wake();
  };

  await sweep();
  for (const worker of workers) {
    for (let slot = 0; slot < worker.definition.concurrency; slot += 1) await take(worker);
  }
  await schedule(boss, workers);
  const sweeper = setInterval(() => {
    sweep().catch((error: unknown) =>
      log.warn({ err: error }, "Jobs of dead processes could not be looked for."),
    );
  }, deadAfterSeconds * 250);

  let stopped = false;
  return {
    listening: () => !stopped,
    wake,
    stop: async (drainSeconds) => {
      stopped = true;
      clearInterval(sweeper);
      const names = new Set(workers.map((worker) => worker.definition.job));
      const ended = Promise.all([...names].map((name) => boss.offWork(name)));
      draining.abort(new Error("The server is stopping."));
      await Promise.race([ended, wait(drainSeconds * 1000, undefined, { ref: false })]);
      for (const [id, attempt] of running) {
        // Where the database is gone, the sweep of whoever comes next does it.
        await giveBack(pool, id, attempt).catch((error: unknown) =>
          log.warn({ err: error, id }, "A job is left behind."),
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
  const about = { job: job.name, id: job.id, attempt: job.retryCount + 1 };
  try {
    draining.throwIfAborted();
    await worker.work(job.data ?? {}, AbortSignal.any([job.signal, draining]));
  } catch (error) {
    if (draining.aborted) {
      await giveBack(pool, job.id, job.retryCount);
      return;
    }
    if (job.retryCount < job.retryLimit)
      log.warn({ ...about, err: error }, "A job failed; it will be tried again.");
    else log.error({ ...about, err: error }, "A job failed for the last time.");
    throw error;
  }
}

/** Makes the recurring jobs recur, in UTC, and forgets those that are no longer in the code. */
async function schedule(boss: PgBoss, workers: readonly JobWorker[]): Promise<void> {
  const recurring = new Map(workers.map(({ definition }) => [definition.job, definition.cron]));
  for (const [name, cron] of recurring) {
    if (cron !== undefined) await boss.schedule(name, cron, {}, { tz: "UTC", missed: "once" });
  }
  for (const { name } of await boss.getSchedules()) {
    if (recurring.get(name) === undefined) await boss.unschedule(name);
  }
}
