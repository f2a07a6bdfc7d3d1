import { setTimeout as wait } from "node:timers/promises";

import { Pool } from "pg";
import { PgBoss } from "pg-boss";
import type { BaseLogger } from "pino";

import type { JobWorker } from "#core/server/job.ts";

import { type ClaimedJob, claimNext } from "./claim.ts";
import { connectionConfig } from "./connection-config.ts";
import { queuesWithDueJobs } from "./due.ts";
import { listenForJobs } from "./listen.ts";
import { requeue, requeueOrphans, sendHeartbeats } from "./requeue.ts";
import { runJob } from "./run-job.ts";
import { createSlots, type Slots } from "./slots.ts";

/** The workers of this process. */
export interface WorkerPool {
  listening: () => boolean;
  /** Looks for due jobs at once. */
  wake: () => void;
  stop: (drainSeconds: number) => Promise<void>;
}

interface Parts {
  pool: Pool;
  log: BaseLogger;
  deadAfterSeconds: number;
}

/** Connections of pg-boss. One more claims the jobs of users, and one waits for notifications. */
const bossConnections = 3;
/** Database connections of the workers of a process. */
export const workerConnections = bossConnections + 2;

/**
 * Starts `workers`, whose queues must exist, and requeues jobs of dead processes. New jobs arrive by database notification;
 * due ones are also looked for in all queues at once, four times within `deadAfterSeconds`.
 */
export async function startWorkerPool(parts: Parts, workers: readonly JobWorker[]): Promise<WorkerPool> {
  const { pool, log, deadAfterSeconds } = parts;
  const boss = new PgBoss({
    ...connectionConfig(pool),
    max: bossConnections,
    cronMonitorIntervalSeconds: 10,
    cronWorkerIntervalSeconds: 1,
  });
  boss.on("error", (error) => log.warn({ err: error }, "The job queue reported an error."));
  boss.on("warning", (warning) => log.warn(warning, "The job queue reported a warning."));
  const claims = new Pool({ ...connectionConfig(pool), max: 1 });
  claims.on("error", (error) => log.warn({ err: error }, "A connection of the job queue was lost."));
  // The pool does not listen while it is checked out; without a listener an error would end the process.
  claims.on("connect", (client) => client.on("error", () => undefined));
  await boss.start();

  const draining = new AbortController();
  const slots = new Map<string, Slots>();
  const runs = new WeakMap<ClaimedJob, AbortController>();
  const running = () => [...slots.values()].flatMap((each) => each.running());
  const wake = (names: Iterable<string>) => {
    for (const name of names) slots.get(name)?.wake();
  };
  const requeueDead = async () => {
    const names = await requeueOrphans(
      pool,
      deadAfterSeconds,
      running().map(({ id }) => id),
    );
    if (names.length > 0) log.warn({ jobs: names }, "Requeued jobs of a process that died.");
  };
  const warn = (error: unknown) =>
    log.warn({ err: error }, "Could not look for due jobs. Retrying at the next interval.");
  const beat = async () => {
    const jobs = running();
    if (jobs.length === 0) return;
    const held = await sendHeartbeats(pool, jobs);
    for (const job of jobs) {
      if (!held.has(job.id)) runs.get(job)?.abort(new Error("Another process has taken the job."));
    }
  };
  const sweep = async () => {
    await beat();
    await requeueDead();
    wake(await queuesWithDueJobs(pool, [...slots.keys()]));
    if (await listener.reconnect()) wake(slots.keys());
  };

  await requeueDead();
  for (const worker of workers) {
    const { job: name, limits } = worker.definition;
    const fetch = async () => (await boss.fetch(name, { includeMetadata: true })).map(withoutUser)[0] ?? null;
    const added = createSlots(worker, {
      claim: (turn) => (limits ? claimNext(claims, { job: name, limits }, turn) : fetch()),
      run: (job) => {
        const ended = new AbortController();
        runs.set(job, ended);
        const signal = AbortSignal.any([ended.signal, draining.signal]);
        return runJob(boss, job, ended, () =>
          runOne(worker, job, { signal, draining: draining.signal }, parts),
        );
      },
      onError: warn,
    });
    slots.set(name, added);
  }
  const listener = await listenForJobs(pool, (name) => wake([name]));
  wake(slots.keys());
  await schedule(boss, workers);
  const sweeper = setInterval(() => void sweep().catch(warn), deadAfterSeconds * 250);

  const stop = async (drainSeconds: number) => {
    clearInterval(sweeper);
    const ended = Promise.all([...slots.values()].map((each) => each.stop()));
    draining.abort(new Error("The server is stopping."));
    await Promise.race([ended, wait(drainSeconds * 1000, undefined, { ref: false })]);
    for (const { id, retryCount } of running()) {
      // If the database is unreachable, another process requeues it later.
      await requeue(pool, id, retryCount).catch((error: unknown) =>
        log.warn(
          { err: error, id },
          "Could not requeue an interrupted job. Another process will requeue it.",
        ),
      );
    }
    await listener.close();
    await claims.end();
    await boss.stop({ graceful: false });
  };
  let stopping: Promise<void> | undefined;
  return {
    listening: () => !stopping,
    wake: () => wake(slots.keys()),
    stop: (drainSeconds) => (stopping ??= stop(drainSeconds)),
  };
}

/** Jobs without limits are fetched by pg-boss. */
function withoutUser(job: Omit<ClaimedJob, "userId">): ClaimedJob {
  return { ...job, userId: "" };
}

async function runOne(
  worker: JobWorker,
  job: ClaimedJob,
  { signal, draining }: { signal: AbortSignal; draining: AbortSignal },
  { pool, log }: Parts,
): Promise<"done" | "requeued"> {
  const context = { job: job.name, id: job.id, attempt: job.retryCount + 1 };
  try {
    draining.throwIfAborted();
    await worker.work(job.data ?? {}, signal);
    return "done";
  } catch (error) {
    if (draining.aborted) {
      await requeue(pool, job.id, job.retryCount);
      return "requeued";
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
