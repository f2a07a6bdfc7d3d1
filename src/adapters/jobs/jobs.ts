import type { EnqueueIn, JobWorker, TracesIn } from "#core/server/job.ts";

/** Durable work: kept in the database with what asked for it, done by any process that has workers. */
export interface Jobs {
  enqueue: EnqueueIn;
  /** What has ended, well or not, is known for three days. */
  traces: TracesIn;
  /**
   * Begins to work. A job runs at least once: again when it fails (waits doubling from its `retryDelaySeconds`, at
   * most an hour), when it takes longer than it may, and within about 10 s when its process dies.
   */
  start: (workers: readonly JobWorker[]) => Promise<void>;
  /**
   * Aborts the signals of running work and waits for it; what has not ended in time or ends by failing is given back
   * to run elsewhere at once. Nothing can be enqueued afterwards.
   */
  stop: () => Promise<void>;
  /** Whether jobs can be kept, and taken where workers have been started. */
  ready: () => Promise<boolean>;
  /**
   * For tests: brings work that is due by the given clock forward, then resolves when nothing is running or due.
   * Rejects after 60 s with the names of what is left.
   */
  idle: () => Promise<void>;
}
