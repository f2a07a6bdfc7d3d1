import { z } from "zod";

import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { after, day, minute } from "#core/time.ts";
import { footageArrived } from "#modules/footage/contract/files.ts";
import { downloadDays } from "#modules/footage/rules/limits.ts";
import { lockTask } from "#modules/tasks/server/public/tasks.ts";

import type { FootageDependencies } from "../dependencies.ts";
import { deleteExpired } from "../downloads/queries.ts";
import { notifyFootageClients } from "../notify.ts";
import { claimArrival, listArrivals } from "./queries.ts";

/** Files are announced together once none has arrived for this long, and at least this often while they arrive. */
const quietTime = minute;
const longestWait = 30 * minute;

/** Announces the files that have arrived, by task and sender. */
const announceArrivals = defineJob({
  job: "footage.announce",
  data: z.unknown(),
  retries: 2,
  retryDelaySeconds: 10,
  expireSeconds: 300,
  concurrency: 1,
  cron: "* * * * *",
});

/** Deletes the lists of downloads that can't be continued any more. */
const expireDownloads = defineJob({
  job: "footage.expire-downloads",
  data: z.unknown(),
  retries: 2,
  retryDelaySeconds: 60,
  expireSeconds: 300,
  concurrency: 1,
  cron: "23 * * * *",
});

export function footageJobs({ run, read }: FootageDependencies): JobWorker[] {
  return [
    worker(announceArrivals, async () => {
      const arrivals = await read(null, ({ tx, now }) =>
        listArrivals(tx, { quietSince: after(now, -quietTime), waitingSince: after(now, -longestWait) }),
      );
      for (const arrival of arrivals) {
        await run(null, async (ctx) => {
          await lockTask(ctx, arrival.taskId);
          const claimed = await claimArrival(ctx.tx, arrival);
          if (!claimed) return;
          await ctx.emit(footageArrived, claimed);
          await notifyFootageClients(ctx, arrival.taskId);
        });
      }
    }),
    worker(expireDownloads, () =>
      run(null, (ctx) => deleteExpired(ctx.tx, after(ctx.now, -downloadDays * day))),
    ),
  ];
}
