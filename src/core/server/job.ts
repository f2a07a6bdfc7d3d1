import type { z } from "zod";

import type { Transaction } from "./database.ts";

/** A durable job: name, shape of its data and retry policy. Durations are in seconds. */
export interface JobDefinition<D extends z.ZodType = z.ZodType> {
  job: string;
  data: D;
  /** Attempts after the first failure; the delay starts at `retryDelaySeconds` and doubles. */
  retries: number;
  retryDelaySeconds: number;
  /** A run that takes longer counts as failed and is retried. */
  expireSeconds: number;
  /** Maximum number of parallel runs in one worker process. */
  concurrency: number;
  /** Cron expression in UTC for a recurring job without data. */
  cron?: string;
}

export function defineJob<D extends z.ZodType>(definition: JobDefinition<D>): JobDefinition<D> {
  return definition;
}

/** Enqueues a job in `tx`: it exists if and only if the transaction commits. */
export type EnqueueIn = <D extends z.ZodType>(
  tx: Transaction,
  job: JobDefinition<D>,
  data: z.input<D>,
  when?: Date,
) => Promise<void>;

/** State of an enqueued job. The queue deletes finished jobs after some days. */
export interface JobStatus {
  /** Queued, running, or waiting for a retry. */
  pending: boolean;
  /** Completed successfully. */
  done: boolean;
  /** How many times it has failed after its last retry. */
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
  return { definition, work: async (data, signal) => work(await definition.data.parseAsync(data), signal) };
}
