import type { JobWorker } from "#core/server/job.ts";

import type { ClaimedJob } from "./claim.ts";

/** The parallel runs of one job in this process. */
export interface Slots {
  /** Claims due jobs while slots are free. */
  wake: () => void;
  /** The jobs that are running. */
  running: () => ClaimedJob[];
  /** Claims nothing more; resolves when the running jobs have ended. */
  stop: () => Promise<void>;
}

/** Users whose last turn is remembered; those served before them count as new. */
const remembered = 200;

interface Parts {
  claim: (turn: { served: readonly string[]; onlyShort: boolean }) => Promise<ClaimedJob | null>;
  /** Resolves when the job has ended and its outcome is stored. */
  run: (job: ClaimedJob) => Promise<void>;
  onError: (error: unknown) => void;
}

/** Runs the jobs of `worker` in as many slots as its definition has. A job that waits for a retry has no slot. */
export function createSlots({ definition }: JobWorker, { claim, run, onError }: Parts): Slots {
  const { concurrency, limits } = definition;
  const long = concurrency - (limits?.keptForShort ?? 0);
  const running = new Map<ClaimedJob, Promise<void>>();
  const served = new Set<string>();
  const stopping = new AbortController();
  let filling: Promise<void> | null = null;
  let again = false;

  const serve = (userId: string) => {
    served.delete(userId);
    served.add(userId);
    const [oldest] = served;
    if (served.size > remembered && oldest !== undefined) served.delete(oldest);
  };
  const start = (job: ClaimedJob) => {
    serve(job.userId);
    const ended = run(job)
      .catch(onError)
      .finally(() => {
        running.delete(job);
        wake();
      });
    running.set(job, ended);
  };
  const fill = async () => {
    do {
      again = false;
      while (!stopping.signal.aborted && running.size < concurrency) {
        const longRuns = [...running.keys()].filter(({ priority }) => priority <= 0).length;
        const job = await claim({ served: [...served], onlyShort: longRuns >= long });
        if (!job) break;
        start(job);
      }
      // A job may have been enqueued since the claim that found none.
    } while (again && !stopping.signal.aborted);
  };
  const wake = () => {
    again = true;
    filling ??= fill()
      .catch(onError)
      .finally(() => {
        filling = null;
      });
  };
  return {
    wake,
    running: () => [...running.keys()],
    stop: async () => {
      stopping.abort();
      await filling;
      await Promise.all(running.values());
    },
  };
}
