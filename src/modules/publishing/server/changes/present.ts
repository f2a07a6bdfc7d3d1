import type { ReadContext } from "#core/server/context.ts";
import type { PublishedChanges } from "#modules/publishing/contract/changes.ts";

import type { PlatformAccess } from "../destinations/platforms.ts";
import { readOperations } from "../details/present-operations.ts";
import type { DeliveryRow } from "../queries.ts";

/** The visibility of a published video and the state of its changes. `deliveries` are those that have it. */
export async function presentChanges(
  ctx: ReadContext,
  deliveries: readonly [DeliveryRow, ...DeliveryRow[]],
  platforms: PlatformAccess,
): Promise<PublishedChanges> {
  const [leading] = deliveries;
  const { rows, present } = await readOperations(ctx, deliveries, ["details"], platforms);
  return {
    visibility: leading.visibility,
    publishAt: isScheduled(leading, ctx.now) ? (leading.publishAt?.toISOString() ?? null) : null,
    deliveries: deliveries.flatMap((delivery) => {
      const row = rows.find(({ deliveryId }) => deliveryId === delivery.id);
      return row ? [present(delivery, row)] : [];
    }),
  };
}

/** Whether the video is private until a time that has not come. */
export function isScheduled({ publishAt, publicAt }: DeliveryRow, now: Date): boolean {
  return publishAt !== null && publishAt > now && publicAt === null;
}
