import type { z } from "zod";

import type { Transaction } from "./database.ts";

/** Durable work: its name, its data's shape and how it is retried. Durations are in seconds. */
export interface JobDefinition<D extends z.ZodType = z.ZodType> {
  job: string;
  data: D;
  /** Tries after the first failure; the wait doubles from `retryDelaySeconds`. */
  retries: number;
  retryDelaySeconds: number;
  /** A run that takes longer is taken for dead and tried again. */
  expireSeconds: number;
  /** How many of this job one worker process runs at a time. */
  concurrency: number;
  /** Cron expression (UTC) for work that recurs without data. */
  cron?: string;
}

export function defineJob<D extends z.ZodType>(definition: JobDefinition<D>): JobDefinition<D> {
  return definition;
}

/** Puts a job into the queue inside `tx`: it exists exactly when the transaction commits. */
export type EnqueueIn = <D extends z.ZodType>(
  tx: Transaction,
  job: JobDefinition<D>,
  data: z.input<D>,
  when?: Date,
) => Promise<void>;

/** What a queue knows of one piece of work. It forgets what has ended some days later. */
export interface Traces {
  /** It is queued, runs, or will be tried again. */
  pending: boolean;
  /** It has come to its end well. */
  done: boolean;
  /** How many times it has had all its tries in vain. */
  failed: number;
}

/** Looks up the work that was enqueued with `data`, as `tx` sees it. */
export type TracesIn = <D extends z.ZodType>(
  tx: Transaction,
  job: JobDefinition<D>,
  data: z.input<D>,
) => Promise<Traces>;

/** A room's worker for one job. `signal` is aborted when the process drains or the run has expired. */
export interface JobWorker {
  definition: JobDefinition;
  work: (data: unknown, signal: AbortSignal) => Promise<void>;
}

/** Pairs a job with its work, parsing the data first. */
export function worker<D extends z.ZodType>(
  definition: JobDefinition<D>,
  work: (data: z.output<D>, signal: AbortSignal) => Promise<void>,
): JobWorker {
  return { definition, work: async (data, signal) => work(await definition.data.parseAsync(data), signal) };
}
