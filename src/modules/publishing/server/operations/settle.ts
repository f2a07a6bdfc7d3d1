import type { Context } from "#core/server/context.ts";
import { published, publishFailed } from "#modules/publishing/contract/publishing.ts";
import {
  publishVideoFailed,
  thumbnailUploadFailed,
  uploadFailed,
} from "#modules/publishing/realtime-messages.ts";
import { problemMessage } from "#modules/publishing/rules/problems.ts";
import { restartWindow } from "#modules/review/server/public/review.ts";
import { advanceTask } from "#modules/tasks/server/public/tasks.ts";

import { notifyPublishers } from "../deliveries/notify-publishers.ts";
import { changeInProgress, deliveriesOfTask, type DeliveryRow } from "../deliveries/queries.ts";
import { platformName, type PlatformAccess } from "../destinations/platforms.ts";
import { destinationOfDelivery } from "../destinations/queries.ts";

const failedMessages = {
  upload: uploadFailed,
  thumbnail: thumbnailUploadFailed,
  publish: publishVideoFailed,
  processing: publishVideoFailed,
  done: publishVideoFailed,
};

/**
 * Moves the task once none of its deliveries is running: to published when all have succeeded, else back to approved. The
 * caller has locked the task, so that the last of several deliveries sees the others.
 */
export async function settleTask(ctx: Context, taskId: number): Promise<void> {
  const rows = await deliveriesOfTask(ctx.tx, taskId);
  const failed = rows.filter(({ problemCode }) => problemCode !== null);
  if (rows.some(({ step, problemCode }) => step !== "done" && problemCode === null)) return;
  if (failed.length === 0) {
    await advanceTask(ctx, taskId, "publish");
    const watchUrl = rows.find((row) => row.watchUrl !== null)?.watchUrl ?? null;
    await ctx.emit(published, { taskId, watchUrl });
    return;
  }
  await advanceTask(ctx, taskId, "publishing_failed");
  // A video that is on its platform already needs no review window: its delivery ends without our copy.
  if (failed.some(({ platformVideoId }) => platformVideoId === null)) await restartWindow(ctx, taskId);
}

/** Stores the problem and notifies the creator. The task's other deliveries continue. The caller has locked the task. */
export async function markFailed(
  ctx: Context,
  row: DeliveryRow,
  code: string,
  platforms: PlatformAccess,
): Promise<void> {
  const { taskId, step } = row;
  if (!(await changeInProgress(ctx.tx, row, { problemCode: code }))) return;
  await settleTask(ctx, taskId);
  const platform = platformName(platforms, row, await destinationOfDelivery(ctx, row));
  const message = problemMessage(code, platform);
  await ctx.emit(publishFailed, { taskId, code, platform });
  await notifyPublishers(ctx, row, failedMessages[step], { taskId, deliveryId: row.id, message });
}
