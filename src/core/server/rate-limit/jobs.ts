import { z } from "zod";

import type { Run } from "../context.ts";
import { defineJob, type JobWorker, worker } from "../job.ts";
import { deleteExpiredRateLimits } from "./queries.ts";

const sweepRateLimits = defineJob({
  job: "rate-limit.sweep",
  data: z.unknown(),
  retries: 2,
  retryDelaySeconds: 60,
  expireSeconds: 300,
  concurrency: 1,
  cron: "17 * * * *",
});

/** Deletes the counts of windows that have ended. */
export function sweepWorker({ run }: { run: Run }): JobWorker {
  return worker(sweepRateLimits, () => run(null, ({ tx, now }) => deleteExpiredRateLimits(tx, now)));
}
