import type { z } from "zod";

import type { Transaction } from "./database.ts";

/** A durable job: name, shape of its data and retry policy. Durations are in seconds. */
export interface JobDefinition<D extends z.ZodType = z.ZodType> {
  job: string;
  data: D;
  /** Attempts after the first failure; the delay starts at `retryDelaySeconds` and doubles. */
  retries: number;
  retryDelaySeconds: number;
  /** Time limit of an attempt: a longer one is aborted, counts as failed and is retried. */
  expireSeconds: number;
  /** Maximum number of parallel runs in one worker process. */
  concurrency: number;
  /** For jobs of users, which take turns then; such a job is enqueued with its user. */
  limits?: JobLimits;
  /** Cron expression in UTC for a recurring job without data. */
  cron?: string;
}

/** Limits of the parallel runs of a job, over all processes. */
export interface JobLimits {
  perUser: number;
  /** Runs with the same external host. */
  perHost?: number;
  /** Runs of one user with the same external host. */
  perUserAndHost?: number;
  /** Runs of each process and of each user that only jobs enqueued as `short` get. */
  keptForShort?: number;
}

export function defineJob<D extends z.ZodType>(definition: JobDefinition<D>): JobDefinition<D> {
  return definition;
}

export interface EnqueueOptions {
  /** The job runs at this time or later. */
  at?: Date | undefined;
  /** The user whose job it is; null if their account was deleted. */
  userId?: number | null | undefined;
  /** The external host that the job calls. */
  host?: string | undefined;
  /** Runs before the user's other jobs, and where only short ones may. */
  short?: boolean | undefined;
}

/** Enqueues a job in `tx`: it exists if and only if the transaction commits. */
export type EnqueueIn = <D extends z.ZodType>(
  tx: Transaction,
  job: JobDefinition<D>,
  data: z.input<D>,
  options?: EnqueueOptions,
) => Promise<void>;

/** Throws if a job with limits is enqueued without its user. */
export function requireUser({ job, limits }: JobDefinition, { userId }: EnqueueOptions): void {
  if (limits && userId === undefined) throw new TypeError(`The job ${job} must be enqueued with its user.`);
}

/** State of an enqueued job. The queue deletes finished jobs after some days. */
export interface JobStatus {
  /** Queued, running, or waiting for a retry. */
  pending: boolean;
  /** Completed successfully. */
  done: boolean;
  /** Number of failures after its last retry. */
  failed: number;
}

/** Looks up the job that was enqueued with `data`, as visible to `tx`. */
export type JobStatusIn = <D extends z.ZodType>(
  tx: Transaction,
  job: JobDefinition<D>,
  data: z.input<D>,
) => Promise<JobStatus>;

/** Worker of one job. `signal` is aborted when the process shuts down or the run expires. */
export interface JobWorker {
  definition: JobDefinition;
  work: (data: unknown, signal: AbortSignal) => Promise<void>;
}

/** Binds a job definition to its implementation; the data is parsed before each run. */
export function worker<D extends z.ZodType>(
  definition: JobDefinition<D>,
  work: (data: z.output<D>, signal: AbortSignal) => Promise<void>,
): JobWorker {
  const { data: shape } = definition;
  return {
    definition,
    work: async (data, signal) => {
      await work(await shape.parseAsync(data), signal);
    },
  };
}
