import type { Context } from "#core/server/context.ts";
import { type JobWorker, worker } from "#core/server/job.ts";
import { after, day } from "#core/time.ts";

import { revokeLeft } from "./connecting.ts";
import { withAccess } from "./connection.ts";
import { deliver, deliveryLock } from "./delivery/deliver.ts";
import { readFailure } from "./errors.ts";
import { checkChannels, deliverVideo, resumeDeliveries, revokeChannel } from "./job-definitions.ts";
import type { PublishingParts } from "./parts.ts";
import { deleteExpiredConsents } from "./store/authorizations.ts";
import { changeChannel, deleteBrokenSince, findChannel, findUncheckedSince } from "./store/channels.ts";
import { listUnderWay } from "./store/deliveries.ts";

export function publishingJobs(parts: PublishingParts): JobWorker[] {
  return [
    worker(deliverVideo, ({ taskId }, signal) => deliver(parts, taskId, signal)),
    worker(revokeChannel, ({ personId }) => revokeLeft(parts, personId)),
    worker(resumeDeliveries, () => resumeAbandoned(parts)),
    worker(checkChannels, () => refreshChannels(parts)),
  ];
}

/** Enqueues every unfinished delivery that no living process works on. Call it once when a worker starts. */
export async function resumeAbandoned(parts: Pick<PublishingParts, "run" | "lock">): Promise<void> {
  const taskIds = await parts.run(null, (ctx) => listUnderWay(ctx.tx));
  for (const taskId of taskIds) {
    const lock = await parts.lock(deliveryLock(taskId));
    if (!lock) continue;
    await lock.release();
    await parts.run(null, (ctx) => ctx.enqueue(deliverVideo, { taskId }));
  }
}

/** Channel data may be kept for 30 days without a new look (platform reference 3.4). */
const lookAgainAfter = 25 * day;
const forgetBrokenAfter = 25 * day;

async function refreshChannels(parts: PublishingParts): Promise<void> {
  const people = await parts.run(null, (ctx) => clearAndListOld(ctx));
  for (const personId of people) {
    try {
      const channel = await withAccess(parts, personId, (access) => parts.platform.channel(access));
      await parts.run(null, async (ctx) => {
        const row = await findChannel(ctx.tx, personId);
        const { title, uploadsPlaylistId, pictureUrl } = channel;
        const read = { title, uploadsPlaylistId, pictureUrl: pictureUrl ?? "", checkedAt: ctx.now };
        if (row?.channelId === channel.id) await changeChannel(ctx.tx, row, read);
      });
    } catch (error) {
      const failure = readFailure(error);
      if (!failure) throw error;
      parts.log.info({ personId, code: failure.code }, "A channel could not be looked at.");
    }
  }
}

async function clearAndListOld(ctx: Context): Promise<number[]> {
  await deleteExpiredConsents(ctx.tx, ctx.now);
  await deleteBrokenSince(ctx.tx, after(ctx.now, -forgetBrokenAfter));
  return findUncheckedSince(ctx.tx, after(ctx.now, -lookAgainAfter));
}
