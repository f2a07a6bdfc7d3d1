import { DeliveryError } from "../errors.ts";
import type { PublishingParts } from "../parts.ts";
import { changeUnderWay, type DeliveryChange, type DeliveryRow } from "../store/deliveries.ts";
import type { Relay } from "./relay.ts";

/** One delivery in the hands of the one worker that holds its lock. */
export interface Work {
  parts: PublishingParts;
  taskId: number;
  /** Aborted when the process drains or the lock is lost. */
  stop: AbortSignal;
  /** What the upload remembers from one try to the next. */
  relay: Relay | null;
}

/** Writes on a delivery that still stands where it was read; otherwise the next try looks at it anew. */
export async function write(work: Work, row: DeliveryRow, change: DeliveryChange): Promise<void> {
  const written = await work.parts.run(null, (ctx) => changeUnderWay(ctx.tx, row, change));
  if (!written) throw movedOn();
}

export function movedOn(): DeliveryError {
  return new DeliveryError({
    kind: "retry",
    code: "moved_on",
    message: "The delivery has changed meanwhile; it is looked at again.",
  });
}
