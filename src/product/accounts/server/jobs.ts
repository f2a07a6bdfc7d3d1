import { z } from "zod";

import type { Run } from "#foundation/server/context.ts";
import { defineJob, worker, type JobWorker } from "#foundation/server/job.ts";

import { deleteExpiredSessions } from "./store/sessions.ts";
import { deleteOldThrottles } from "./store/throttles.ts";
import { deleteExpiredTickets } from "./store/tickets.ts";

const sweep = defineJob({
  job: "accounts.sweep",
  data: z.unknown(),
  retries: 2,
  retryDelaySeconds: 60,
  expireSeconds: 300,
  concurrency: 1,
  cron: "17 * * * *",
});

/**
 * Removes ended sessions, tickets that were not used and counts of tries that no longer count. `endConnections` is told of each session that has
 * ended.
 */
export function accountsJobs(parts: { run: Run; endConnections: (sessionId: string) => void }): JobWorker[] {
  const work = async () => {
    const ended = await parts.run(null, async (ctx) => {
      await deleteOldThrottles(ctx.tx, ctx.now);
      await deleteExpiredTickets(ctx.tx, ctx.now);
      return deleteExpiredSessions(ctx.tx, ctx.now);
    });
    for (const sessionId of ended) parts.endConnections(sessionId);
  };
  return [worker(sweep, work)];
}
