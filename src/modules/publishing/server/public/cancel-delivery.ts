import type { Context } from "#core/server/context.ts";
import { publishingError } from "#modules/publishing/contract/publishing.ts";
import { cancelling } from "#modules/publishing/rules/problem-codes.ts";
import { isCancellable } from "#modules/publishing/rules/recovery-actions.ts";
import { restartWindow } from "#modules/review/server/public/review.ts";
import { allows, type Stage } from "#modules/tasks/rules/stages.ts";
import { lockTask } from "#modules/tasks/server/public/tasks.ts";

import { notifyOfDelivery } from "../deliveries/notify-publishers.ts";
import { changeDelivery, deliveriesOfTask, type DeliveryRow, findDelivery } from "../deliveries/queries.ts";
import { endOperations } from "../operations/queries.ts";
import { requestOperation } from "../operations/request.ts";
import { settleTask } from "../operations/settle.ts";

/**
 * Cancels deliveries of a locked task whose video is not public and deletes what was uploaded. Their workers stop by
 * themselves. 409 `too_late_to_cancel` once the video is being made public.
 */
export async function cancelDeliveries(
  ctx: Context,
  task: { id: number; stage: Stage },
  rows: readonly DeliveryRow[],
): Promise<void> {
  if (rows.length === 0) throw publishingError("not_started");
  const cancellable = rows.filter((row) => isCancellable(row));
  if (cancellable.length === 0) throw publishingError("too_late_to_cancel");
  for (const row of cancellable) {
    const delivery = await changeDelivery(ctx.tx, row.id, { problemCode: cancelling });
    await endOperations(ctx.tx, row.id);
    await requestOperation(ctx, delivery, { kind: "discard" });
    await notifyOfDelivery(ctx, row);
  }
  if (allows(task.stage, "publish")) await settleTask(ctx, task.id);
  else await restartWindow(ctx, task.id);
}

/**
 * Cancels a delivery of any user, without a check of the actor. Returns its creator. Fails with the errors of
 * `cancelDeliveries`; 404 `not_started` without such a delivery.
 */
export async function cancelAnyDelivery(ctx: Context, deliveryId: string): Promise<{ personId: number }> {
  const delivery = await findDelivery(ctx.tx, deliveryId);
  if (!delivery) throw publishingError("not_started");
  const task = await lockTask(ctx, delivery.taskId);
  const rows = await deliveriesOfTask(ctx.tx, task.id);
  await cancelDeliveries(
    ctx,
    task,
    rows.filter(({ id }) => id === deliveryId),
  );
  return { personId: delivery.personId };
}
