import { z } from "zod";

import type { Run } from "#foundation/server/context.ts";
import { defineJob, worker, type JobWorker } from "#foundation/server/job.ts";

import { deleteExpiredSessions } from "./store/sessions.ts";
import { deleteOldThrottles } from "./store/throttles.ts";

const sweep = defineJob({
  job: "accounts.sweep",
  data: z.unknown(),
  retries: 2,
  retryDelaySeconds: 60,
  expireSeconds: 300,
  concurrency: 1,
  cron: "17 * * * *",
});

/** Removes ended sessions and counts of tries that no longer count. */
export function accountsJobs(parts: { run: Run }): JobWorker[] {
  const work = () =>
    parts.run(null, async (ctx) => {
      await deleteExpiredSessions(ctx.tx, ctx.now);
      await deleteOldThrottles(ctx.tx, ctx.now);
    });
  return [worker(sweep, work)];
}
