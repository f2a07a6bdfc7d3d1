import { z } from "zod";

import { AdapterError } from "#core/adapter-error.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { after, day, minute } from "#core/time.ts";

import type { PublishingDependencies } from "./dependencies.ts";
import { reportBroken } from "./destinations/access.ts";
import { revokeChannel, revokeDeletedAccount } from "./destinations/authorization.ts";
import { refreshChannel } from "./destinations/connections.ts";
import {
  connectionsWithoutTokens,
  deleteBrokenSince,
  deleteExpiredAuthorizations,
  workingDestinations,
} from "./destinations/queries.ts";
import { changeOperation, listOverdue } from "./operation-queries.ts";
import { enqueueOperation } from "./operations/jobs.ts";
import { operationsLock, operationWorkers } from "./operations/run.ts";
import { findDelivery } from "./queries.ts";
import { deleteUseBefore } from "./quota/charge-units.ts";
import { quotaOf } from "./quota/renewal.ts";

/** Enqueues operations whose process was killed. Reports lost tokens. */
const resumeOperations = defineJob({
  job: "publishing.resume",
  data: z.unknown(),
  retries: 0,
  retryDelaySeconds: 1,
  expireSeconds: 60,
  concurrency: 1,
  cron: "* * * * *",
});

/** Checks every connection once a day, which keeps tokens and channel data fresh, and deletes expired rows. */
const checkChannels = defineJob({
  job: "publishing.check-channels",
  data: z.unknown(),
  retries: 2,
  retryDelaySeconds: 60,
  expireSeconds: 60 * 60,
  concurrency: 1,
  cron: "17 4 * * *",
});

export function publishingJobs(dependencies: PublishingDependencies): JobWorker[] {
  return [
    ...operationWorkers(dependencies),
    worker(revokeChannel, ({ personId }) => revokeDeletedAccount(dependencies, personId)),
    worker(resumeOperations, async () => {
      await reportLostTokens(dependencies);
      await resumeAbandoned(dependencies);
    }),
    worker(checkChannels, () => refreshChannels(dependencies)),
  ];
}

/**
 * Enqueues operations that should have begun long ago and that no process is working on. The queue itself repeats the jobs
 * of killed processes; these are operations whose job was given up, as while the database was not available for long.
 */
export async function resumeAbandoned({
  run,
  read,
  lock,
}: Pick<PublishingDependencies, "run" | "read" | "lock">): Promise<void> {
  const overdue = await read(null, (ctx) => listOverdue(ctx.tx, after(ctx.now, -abandonedAfter)));
  for (const row of overdue) {
    const taken = await lock(operationsLock(row.deliveryId));
    if (!taken) continue;
    await taken.release();
    await run(null, async (ctx) => {
      const delivery = await findDelivery(ctx.tx, row.deliveryId);
      // One that waits for its turn in the queue is enqueued no more often than this.
      const changed = await changeOperation(ctx.tx, row, { nextAttemptAt: ctx.now });
      if (delivery && changed) await enqueueOperation(ctx, delivery, row);
    });
  }
}

/** Reports connections whose tokens were deleted as broken, as after a change of the secret. */
async function reportLostTokens(dependencies: PublishingDependencies): Promise<void> {
  for (const row of await dependencies.read(null, (ctx) => connectionsWithoutTokens(ctx.tx))) {
    await reportBroken(dependencies, row, "ended");
  }
}

const abandonedAfter = 10 * minute;

/** YouTube's API terms allow to store channel data for 30 days without reading it again. */
const deleteBrokenAfter = 25 * day;

async function refreshChannels(dependencies: PublishingDependencies): Promise<void> {
  const { run, log } = dependencies;
  const quota = quotaOf(dependencies);
  const connected = await run(null, async (ctx) => {
    await deleteUseBefore(ctx.tx, quota.day(ctx.now));
    await deleteExpiredAuthorizations(ctx.tx, ctx.now);
    await deleteBrokenSince(ctx.tx, after(ctx.now, -deleteBrokenAfter));
    return workingDestinations(ctx.tx);
  });
  for (const row of connected) {
    try {
      await refreshChannel(dependencies, row);
    } catch (error) {
      if (!(error instanceof AdapterError)) throw error;
      log.info({ destinationId: row.id, code: error.code }, "The connection could not be checked");
    }
  }
}
