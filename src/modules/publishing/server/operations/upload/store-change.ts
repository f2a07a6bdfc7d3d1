import { AdapterError } from "#core/adapter-error.ts";
import { changeInProgress, type DeliveryChange } from "#modules/publishing/server/queries.ts";

import type { Operation } from "../operation.ts";

/** Changes a delivery that is still at the step that was read. Throws otherwise, so that the row is read again. */
export async function storeChange(
  { dependencies, delivery }: Operation,
  change: DeliveryChange,
): Promise<void> {
  const changed = await dependencies.run(null, (ctx) => changeInProgress(ctx.tx, delivery, change));
  if (changed) return;
  const message = "The delivery was changed meanwhile.";
  throw new AdapterError({ kind: "retry", code: "delivery_changed", message });
}
