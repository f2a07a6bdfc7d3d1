import type { Context } from "#core/server/context.ts";
import { publishingError } from "#modules/publishing/contract.ts";
import type { Progress } from "#modules/publishing/contract/deliveries.ts";
import { destinationsError } from "#modules/publishing/contract/destinations.ts";
import { cancelling } from "#modules/publishing/rules/problem-codes.ts";
import { allows } from "#modules/tasks/rules.ts";
import { advanceTask, lockTaskFor } from "#modules/tasks/server/actions.ts";

import { choiceOf, saveChoice } from "../destinations/queries.ts";
import { settleTask } from "../operations/settle.ts";
import { deleteDelivery, deliveriesOfTask } from "../queries.ts";
import { type Platform, readProgress } from "./progress.ts";

/**
 * Publishes the task without one of its failed deliveries; a video that is at the destination stays there. The task is
 * published if all others have succeeded.
 */
export async function leaveOut(
  ctx: Context,
  { taskId, deliveryId }: { taskId: number; deliveryId: string },
  platform: Platform,
): Promise<Progress> {
  const task = await lockTaskFor(ctx, taskId);
  const rows = await deliveriesOfTask(ctx.tx, taskId);
  const failed = rows.find(({ id, problemCode }) => {
    return id === deliveryId && problemCode !== null && problemCode !== cancelling;
  });
  if (!failed) throw publishingError("nothing_to_retry");
  const others = rows.filter(({ id }) => id !== deliveryId);
  if (others.length === 0) throw destinationsError("last_destination");
  await deleteDelivery(ctx.tx, deliveryId);
  const kept = (await choiceOf(ctx.tx, taskId)).filter((id) => id !== failed.destinationId);
  await saveChoice(ctx.tx, taskId, kept);
  if (others.every(({ step }) => step === "done")) {
    if (allows(task.stage, "start_publishing")) await advanceTask(ctx, taskId, "start_publishing");
    await settleTask(ctx, taskId);
  }
  return readProgress(ctx, taskId, platform);
}
