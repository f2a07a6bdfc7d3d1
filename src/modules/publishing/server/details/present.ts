import type { ReadContext } from "#core/server/context.ts";
import type { Caption } from "#modules/publishing/contract/details.ts";
import type { OperationProgress } from "#modules/publishing/contract/operations.ts";
import { additionKinds } from "#modules/publishing/rules/operations.ts";

import type { PlatformAccess } from "../destinations/platforms.ts";
import type { CaptionSummary } from "../detail-queries.ts";
import { deliveriesOfTask } from "../queries.ts";
import { readOperations } from "./present-operations.ts";

/** Returns whether an addition has reached the task's deliveries; `channelId` names the only one that gets it. */
export type TargetsOf = (additionId: string, channelId?: string) => OperationProgress[];

export async function readTargets(
  ctx: ReadContext,
  taskId: number,
  platforms: PlatformAccess,
): Promise<TargetsOf> {
  const deliveries = await deliveriesOfTask(ctx.tx, taskId);
  const { rows, present } = await readOperations(ctx, deliveries, additionKinds, platforms);
  return (additionId, channelId) =>
    deliveries
      .filter(({ destinationId }) => channelId === undefined || channelId === destinationId)
      .map((delivery) => {
        const ofDelivery = rows.filter(({ deliveryId }) => deliveryId === delivery.id);
        return present(
          delivery,
          ofDelivery.find(({ key }) => key === additionId),
        );
      });
}

export function presentCaption(
  { id, language, name, fileName, cues }: CaptionSummary,
  targetsOf: TargetsOf,
): Caption {
  return { id, language, name, fileName, cues, targets: targetsOf(id) };
}
