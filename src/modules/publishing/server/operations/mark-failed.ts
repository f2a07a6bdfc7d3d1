import type { Context } from "#core/server/context.ts";
import { publishFailed } from "#modules/publishing/contract.ts";
import {
  publishVideoFailed,
  thumbnailUploadFailed,
  uploadFailed,
} from "#modules/publishing/realtime-messages.ts";
import { problemMessage, recoveryActionsFor } from "#modules/publishing/rules/problems.ts";
import { recoveryPath } from "#modules/publishing/rules/recovery-actions.ts";

import { platformName, type PlatformAccess } from "../destinations/platforms.ts";
import { destinationOfDelivery } from "../destinations/queries.ts";
import { changeInProgress, type DeliveryRow } from "../queries.ts";
import { settleTask } from "./settle.ts";

const failedMessages = {
  upload: uploadFailed,
  thumbnail: thumbnailUploadFailed,
  publish: publishVideoFailed,
  processing: publishVideoFailed,
  done: publishVideoFailed,
};

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
  const message = problemMessage(code, platformName(platforms, row, await destinationOfDelivery(ctx, row)));
  const path = recoveryPath(taskId, recoveryActionsFor(code, step));
  await ctx.emit(publishFailed, { taskId, problem: message, path });
  ctx.notifyClients([row.personId], failedMessages[step], { taskId, deliveryId: row.id, message });
}
