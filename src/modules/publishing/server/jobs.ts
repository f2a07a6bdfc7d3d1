import { z } from "zod";

import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { after, minute } from "#core/time.ts";

import { findDelivery } from "./deliveries/queries.ts";
import type { PublishingDependencies } from "./dependencies.ts";
import { reportBroken } from "./destinations/access.ts";
import { destinationJobs } from "./destinations/jobs.ts";
import { connectionsWithoutTokens } from "./destinations/queries.ts";
import { enqueueOperation } from "./operations/jobs.ts";
import { changeOperation, listOverdue } from "./operations/queries.ts";
import { operationsLock, operationWorkers } from "./operations/run.ts";

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

export function publishingJobs(dependencies: PublishingDependencies): JobWorker[] {
  return [
    ...operationWorkers(dependencies),
    ...destinationJobs(dependencies),
    worker(resumeOperations, async () => {
      await reportLostTokens(dependencies);
      await resumeAbandoned(dependencies);
    }),
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
