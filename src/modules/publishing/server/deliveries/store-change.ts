import { AdapterError } from "#core/adapter-error.ts";

import { changeInProgress, type DeliveryChange, type DeliveryRow } from "../queries.ts";
import type { Delivery } from "./delivery.ts";

/** Changes a delivery that is still at the step that was read. Throws otherwise, so that the row is read again. */
export async function storeChange(
  delivery: Delivery,
  row: DeliveryRow,
  change: DeliveryChange,
): Promise<void> {
  const changed = await delivery.dependencies.run(null, (ctx) => changeInProgress(ctx.tx, row, change));
  if (changed) return;
  const message = "The delivery was changed meanwhile.";
  throw new AdapterError({ kind: "retry", code: "delivery_changed", message });
}
