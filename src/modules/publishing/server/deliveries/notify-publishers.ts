import type { z } from "zod";

import type { RealtimeMessage } from "#core/event.ts";
import type { Context } from "#core/server/context.ts";
import { deliveryChanged } from "#modules/publishing/realtime-messages.ts";
import { audience, readTask } from "#modules/tasks/server/public/tasks.ts";

import type { DeliveryRow } from "./queries.ts";

/** Sends a message about a delivery to the pages of those who may publish its task, once the transaction has committed. */
export async function notifyPublishers<P extends z.ZodType>(
  ctx: Context,
  { taskId }: Pick<DeliveryRow, "taskId">,
  message: RealtimeMessage<P>,
  payload: z.input<P>,
): Promise<void> {
  ctx.notifyClients(await audience(ctx, await readTask(ctx, taskId), "publish"), message, payload);
}

/** Has the pages of those who may publish the task refetch a delivery. */
export async function notifyOfDelivery(ctx: Context, delivery: DeliveryRow): Promise<void> {
  const { id: deliveryId, taskId } = delivery;
  await notifyPublishers(ctx, delivery, deliveryChanged, { taskId, deliveryId });
}
