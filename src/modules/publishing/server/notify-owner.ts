import type { Context } from "#core/server/context.ts";

import { deliveryChanged } from "../realtime-messages.ts";
import type { DeliveryRow } from "./queries.ts";

/** Has the creator's pages refetch a delivery once the transaction has committed. */
export function notifyOwner(
  { notifyClients }: Pick<Context, "notifyClients">,
  { id: deliveryId, taskId, personId }: DeliveryRow,
): void {
  notifyClients([personId], deliveryChanged, { taskId, deliveryId });
}
