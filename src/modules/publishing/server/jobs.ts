import { z } from "zod";

import { AdapterError } from "#core/adapter-error.ts";
import type { Context } from "#core/server/context.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { after, day, minute } from "#core/time.ts";

import { listDue } from "./changes/queries.ts";
import { changesLock, sendChanges, workChanges } from "./changes/send.ts";
import { confirmPublic, confirmPublicVideo } from "./deliveries/confirm-public.ts";
import { deliver, deliverVideo } from "./deliveries/deliver.ts";
import { deliveryLock } from "./deliveries/delivery.ts";
import { discard, discardUpload } from "./deliveries/discard.ts";
import { checkIfDue, checkProcessing } from "./deliveries/processing.ts";
import { shareOf } from "./deliveries/share.ts";
import type { PublishingDependencies } from "./dependencies.ts";
import { reportBroken } from "./destinations/access.ts";
import { revokeChannel, revokeDeletedAccount } from "./destinations/authorization.ts";
import { refreshChannel } from "./destinations/connections.ts";
import {
  connectionsWithoutTokens,
  deleteBrokenSince,
  deleteExpiredAuthorizations,
  type DestinationRow,
  workingDestinations,
} from "./destinations/queries.ts";
import { sendAdditions, workAdditions } from "./details/additions.ts";
import { findDelivery, listInProgress, listUnchecked } from "./queries.ts";
import { deleteUseBefore } from "./quota/charge-units.ts";

/** Enqueues the deliveries and changes whose process was killed, and the checks that were lost. Reports lost tokens. */
const resumeDeliveries = defineJob({
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
    worker(deliverVideo, ({ deliveryId }, signal) => deliver(dependencies, deliveryId, signal)),
    worker(sendAdditions, (data) => workAdditions(dependencies, data)),
    worker(sendChanges, ({ deliveryId }) => workChanges(dependencies, deliveryId)),
    worker(revokeChannel, ({ personId }) => revokeDeletedAccount(dependencies, personId)),
    worker(checkProcessing, ({ deliveryId }) => checkIfDue(dependencies, deliveryId)),
    worker(discardUpload, (data) => discard(dependencies, data)),
    worker(confirmPublic, (data) => confirmPublicVideo(dependencies, data)),
    worker(resumeDeliveries, async () => {
      await reportLostTokens(dependencies);
      await resumeAbandoned(dependencies);
    }),
    worker(checkChannels, () => refreshChannels(dependencies)),
  ];
}

/**
 * Enqueues every unfinished delivery and every unsent change that no process is working on, and every overdue check of the
 * platform's processing.
 */
export async function resumeAbandoned({
  run,
  read,
  lock,
}: Pick<PublishingDependencies, "run" | "read" | "lock">): Promise<void> {
  const unlocked = async (name: string) => {
    const taken = await lock(name);
    await taken?.release();
    return taken !== null;
  };
  for (const deliveryId of await read(null, (ctx) => listInProgress(ctx.tx))) {
    if (!(await unlocked(deliveryLock(deliveryId)))) continue;
    await run(null, (ctx) => enqueueDelivery(ctx, deliverVideo, deliveryId));
  }
  for (const deliveryId of await read(null, (ctx) => listDue(ctx.tx, ctx.now))) {
    if (!(await unlocked(changesLock(deliveryId)))) continue;
    await run(null, (ctx) => enqueueDelivery(ctx, sendChanges, deliveryId));
  }
  await run(null, async (ctx) => {
    for (const deliveryId of await listUnchecked(ctx.tx, after(ctx.now, -minute))) {
      await enqueueDelivery(ctx, checkProcessing, deliveryId);
    }
  });
}

async function enqueueDelivery(ctx: Context, job: typeof deliverVideo, deliveryId: string): Promise<void> {
  const row = await findDelivery(ctx.tx, deliveryId);
  if (row) await ctx.enqueue(job, { deliveryId }, await shareOf(ctx, row));
}

/** Reports connections whose tokens were deleted as broken, as after a change of the secret. */
async function reportLostTokens(dependencies: PublishingDependencies): Promise<void> {
  for (const row of await dependencies.read(null, (ctx) => connectionsWithoutTokens(ctx.tx))) {
    await reportBroken(dependencies, row, "ended");
  }
}

/** YouTube's API terms allow to store channel data for 30 days without reading it again. */
const deleteBrokenAfter = 25 * day;

async function refreshChannels(dependencies: PublishingDependencies): Promise<void> {
  const { run, log, platform } = dependencies;
  const connected = await run(null, async (ctx) => {
    await deleteUseBefore(ctx.tx, platform.quotaDay(ctx.now));
    return deleteExpiredAndListConnected(ctx);
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

async function deleteExpiredAndListConnected(ctx: Context): Promise<DestinationRow[]> {
  await deleteExpiredAuthorizations(ctx.tx, ctx.now);
  await deleteBrokenSince(ctx.tx, after(ctx.now, -deleteBrokenAfter));
  return workingDestinations(ctx.tx);
}
