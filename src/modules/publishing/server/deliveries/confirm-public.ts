import { z } from "zod";

import { AdapterError } from "#core/adapter-error.ts";
import { defineJob } from "#core/server/job.ts";
import { after, day, hour, minute } from "#core/time.ts";
import { deliveryChanged } from "#modules/publishing/realtime-messages.ts";
import { overdueAfter } from "#modules/publishing/rules/progress.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { withAccess } from "../destinations/access.ts";
import { changeDelivery, deliveriesOfTask, type DeliveryRow } from "../queries.ts";

/** Reads back whether the scheduled videos of a task have become public. Enqueued for its time, and again while it has not. */
export const confirmPublic = defineJob({
  job: "publishing.confirm-public",
  data: z.object({ taskId: z.number().int(), attempt: z.number().int() }),
  retries: 5,
  retryDelaySeconds: 60,
  expireSeconds: 120,
  concurrency: 2,
  limits: { perUser: 1 },
});

/** Waits after each attempt; at the third the video is overdue. The creator may also have made it private. */
const waits = [minute, overdueAfter - minute, 10 * minute, hour, 6 * hour, day];

/**
 * Stores which scheduled videos of a task are public, and enqueues the next attempt if any is not. Clients are notified by
 * each attempt: the video became public, or is overdue by now.
 */
export async function confirmPublicVideo(
  dependencies: PublishingDependencies,
  { taskId, attempt }: z.output<typeof confirmPublic.data>,
): Promise<void> {
  const { read, run } = dependencies;
  const rows = await read(null, (ctx) => deliveriesOfTask(ctx.tx, taskId));
  const waiting = rows.filter(({ step, publishAt, publicAt }) => step === "done" && publishAt && !publicAt);
  const found: DeliveryRow[] = [];
  for (const row of waiting) if (await isPublicVideo(dependencies, row)) found.push(row);
  await run(null, async (ctx) => {
    for (const { id, publishAt } of found) await changeDelivery(ctx.tx, id, { publicAt: publishAt });
    for (const { id, personId } of waiting) {
      ctx.notifyClients([personId], deliveryChanged, { taskId, deliveryId: id });
    }
    const wait = waits[attempt];
    if (found.length < waiting.length && wait !== undefined) {
      const later = { userId: waiting[0]?.personId ?? null, at: after(ctx.now, wait) };
      await ctx.enqueue(confirmPublic, { taskId, attempt: attempt + 1 }, later);
    }
  });
}

/** False also while the platform can't be asked: the next attempt may succeed. */
async function isPublicVideo(
  dependencies: PublishingDependencies,
  { destinationId, platformVideoId }: DeliveryRow,
): Promise<boolean> {
  if (platformVideoId === null) return false;
  try {
    const state = await withAccess(dependencies, destinationId, "publishing", (access, platform) =>
      platform.video(access, platformVideoId),
    );
    return state?.privacy === "public";
  } catch (error) {
    if (error instanceof AdapterError) return false;
    throw error;
  }
}
