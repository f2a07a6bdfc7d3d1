import { z } from "zod";

import { defineJob, worker, type JobWorker } from "#core/server/job.ts";

import { emailJobs, type EmailJobParts } from "./letters/jobs.ts";
import { deleteExpiredCodes } from "./store/one-time-codes.ts";
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

interface AccountsJobParts extends EmailJobParts {
  /** Told of each session that has ended. */
  endConnections: (sessionId: string) => void;
}

/** The mails of accounts; and, every hour, what has ended goes: sessions, tickets, codes, counts of tries. */
export function accountsJobs(parts: AccountsJobParts): JobWorker[] {
  const clean = async () => {
    const ended = await parts.run(null, async (ctx) => {
      await deleteOldThrottles(ctx.tx, ctx.now);
      await deleteExpiredTickets(ctx.tx, ctx.now);
      await deleteExpiredCodes(ctx.tx, ctx.now);
      return deleteExpiredSessions(ctx.tx, ctx.now);
    });
    for (const sessionId of ended) parts.endConnections(sessionId);
  };
  return [worker(sweep, clean), ...emailJobs(parts)];
}
