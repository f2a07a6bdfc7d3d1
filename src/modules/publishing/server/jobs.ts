import { z } from "zod";

import { AdapterError } from "#core/adapter-error.ts";
import type { Context } from "#core/server/context.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { after, day } from "#core/time.ts";

import { withAccess } from "./access.ts";
import { revokeDeletedAccount } from "./authorization.ts";
import { confirmPublic, confirmPublicVideo } from "./delivery/confirm-public.ts";
import { deliver, deliveryLock } from "./delivery/deliver.ts";
import type { PublishingDependencies } from "./dependencies.ts";
import {
  changeChannel,
  deleteBrokenSince,
  deleteExpiredAuthorizations,
  findChannel,
  findUncheckedSince,
  listInProgress,
} from "./queries.ts";

/** Delivers the video of a task to the platform, from the step it has reached. Concurrent runs are harmless. */
export const deliverVideo = defineJob({
  job: "publishing.deliver",
  data: z.object({ taskId: z.number().int() }),
  // Failures of the platform are retried within a run; these retries are for an unavailable database.
  retries: 5,
  retryDelaySeconds: 2,
  // The largest video on a slow connection; `resumeDeliveries` finds the deliveries of a killed process.
  expireSeconds: 23 * 60 * 60,
  concurrency: 8,
});

/** Revokes the connection of a deleted account at the platform and deletes its tokens. */
export const revokeChannel = defineJob({
  job: "publishing.revoke",
  data: z.object({ personId: z.number().int() }),
  // The delay doubles from a minute to days, because the platform may be unavailable for long.
  retries: 13,
  retryDelaySeconds: 60,
  expireSeconds: 120,
  concurrency: 2,
});

/** Enqueues the deliveries whose process was killed. */
const resumeDeliveries = defineJob({
  job: "publishing.resume",
  data: z.unknown(),
  retries: 0,
  retryDelaySeconds: 1,
  expireSeconds: 60,
  concurrency: 1,
  cron: "* * * * *",
});

/** Refreshes the stored data of channels before it is 30 days old, and deletes expired rows. */
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
    worker(deliverVideo, ({ taskId }, signal) => deliver(dependencies, taskId, signal)),
    worker(revokeChannel, ({ personId }) => revokeDeletedAccount(dependencies, personId)),
    worker(confirmPublic, (data) => confirmPublicVideo(dependencies, data)),
    worker(resumeDeliveries, () => resumeAbandoned(dependencies)),
    worker(checkChannels, () => refreshChannels(dependencies)),
  ];
}

/** Enqueues every unfinished delivery that no process is working on. */
export async function resumeAbandoned({
  run,
  read,
  lock,
}: Pick<PublishingDependencies, "run" | "read" | "lock">): Promise<void> {
  const taskIds = await read(null, (ctx) => listInProgress(ctx.tx));
  for (const taskId of taskIds) {
    const taken = await lock(deliveryLock(taskId));
    if (!taken) continue;
    await taken.release();
    await run(null, (ctx) => ctx.enqueue(deliverVideo, { taskId }));
  }
}

/** YouTube's API terms allow to store channel data for 30 days without reading it again. */
const checkAgainAfter = 25 * day;
const deleteBrokenAfter = 25 * day;

async function refreshChannels(dependencies: PublishingDependencies): Promise<void> {
  const { run, platform, log } = dependencies;
  const people = await run(null, (ctx) => deleteExpiredAndListOld(ctx));
  for (const personId of people) {
    try {
      const channel = await withAccess(dependencies, personId, (access) => platform.channel(access));
      await run(null, async (ctx) => {
        const row = await findChannel(ctx.tx, personId);
        const { title, uploadsPlaylistId, pictureUrl } = channel;
        const read = { title, uploadsPlaylistId, pictureUrl: pictureUrl ?? "", checkedAt: ctx.now };
        if (row?.channelId === channel.id) await changeChannel(ctx.tx, row, read);
      });
    } catch (error) {
      if (!(error instanceof AdapterError)) throw error;
      log.info({ personId, code: error.code }, "Channel data could not be refreshed");
    }
  }
}

async function deleteExpiredAndListOld(ctx: Context): Promise<number[]> {
  await deleteExpiredAuthorizations(ctx.tx, ctx.now);
  await deleteBrokenSince(ctx.tx, after(ctx.now, -deleteBrokenAfter));
  return findUncheckedSince(ctx.tx, after(ctx.now, -checkAgainAfter));
}
