import type { EnqueueIn, JobWorker, JobStatusIn } from "#core/server/job.ts";

import type { JobInspection } from "./inspection.ts";

/** A job queue in the application's database. Any process with workers may run a job. */
export interface Jobs {
  enqueue: EnqueueIn;
  /** Finished jobs are reported for three days. */
  jobStatus: JobStatusIn;
  inspection: JobInspection;
  /**
   * Starts the workers. Delivery is at least once: a job is retried when it fails (exponential backoff from
   * its `retryDelaySeconds`, at most one hour), when it exceeds its time limit, and within about 10 s when
   * its process dies.
   */
  start: (workers: readonly JobWorker[]) => Promise<void>;
  /**
   * Aborts the signals of running jobs and waits for them. Jobs that fail or do not end in time are requeued
   * at once. Nothing can be enqueued afterwards.
   */
  stop: () => Promise<void>;
  /** True if jobs can be enqueued and started workers receive them. */
  ready: () => Promise<boolean>;
  /**
   * For tests: makes jobs due that the injected clock has reached, and resolves when no job is running or
   * due. Rejects after 60 s with the names of the remaining jobs.
   */
  idle: () => Promise<void>;
}
