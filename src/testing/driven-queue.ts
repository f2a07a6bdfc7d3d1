import { isDeepStrictEqual } from "node:util";

import type { Run } from "#core/server/context.ts";
import type { Transaction } from "#core/server/database.ts";
import { type EnqueueIn, type JobStatusIn, type JobWorker, requireUser } from "#core/server/job.ts";

/** An enqueued job. */
export interface Enqueued {
  job: string;
  data: unknown;
  when: Date | undefined;
  /** The user whose job it is; undefined for jobs without one. */
  userId?: number | null | undefined;
}

/** A job queue in memory whose jobs run only when the test calls `work`. */
export interface DrivenQueue {
  queue: Enqueued[];
  enqueue: EnqueueIn;
  jobStatus: JobStatusIn;
  /** Wraps `run`, so that a job is in `queue` only after its transaction has committed. */
  collect: (run: Run) => Run;
  /** Runs due jobs until none is left; returns their names. */
  work: (workers: readonly JobWorker[]) => Promise<string[]>;
}

export function createDrivenQueue(clock: () => Date): DrivenQueue {
  const queue: Enqueued[] = [];
  /** Jobs of uncommitted transactions. */
  const pending = new WeakMap<Transaction, Enqueued[]>();
  return {
    queue,
    enqueue: async (tx, definition, data, options = {}) => {
      requireUser(definition, options);
      pending.get(tx)?.push({ job: definition.job, data, when: options.at, userId: options.userId });
    },
    jobStatus: async (_tx, { job }, data) => {
      const waiting = queue.some((each) => each.job === job && isDeepStrictEqual(each.data, data));
      return { pending: waiting, done: false, failed: 0 };
    },
    collect: (run) => async (actor, act) => {
      const jobs: Enqueued[] = [];
      const result = await run(actor, (ctx) => {
        // A retried transaction enqueues its jobs again.
        jobs.length = 0;
        pending.set(ctx.tx, jobs);
        return act(ctx);
      });
      queue.push(...jobs);
      return result;
    },
    work: async (workers) => {
      const done: string[] = [];
      for (;;) {
        const at = queue.findIndex(
          ({ job, when }) =>
            (!when || when <= clock()) && workers.some(({ definition }) => definition.job === job),
        );
        const [next] = at < 0 ? [] : queue.splice(at, 1);
        if (!next) return done;
        const worker = workers.find(({ definition }) => definition.job === next.job);
        await worker?.work(next.data, new AbortController().signal);
        done.push(next.job);
      }
    },
  };
}
