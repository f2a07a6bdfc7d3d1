import type { ReadContext } from "#core/server/context.ts";
import type { AdditionTarget, Caption } from "#modules/publishing/contract/details.ts";
import { additionKinds } from "#modules/publishing/rules/operations.ts";
import { currentProblem } from "#modules/publishing/rules/problem-codes.ts";

import { platformName, type PlatformAccess } from "../destinations/platforms.ts";
import { destinationsOfDeliveries, isConnected } from "../destinations/queries.ts";
import type { CaptionSummary } from "../detail-queries.ts";
import { isDone, type OperationRow, operationsOf } from "../operation-queries.ts";
import { deliveriesOfTask } from "../queries.ts";
import { renewalFor } from "../quota/renewal.ts";
import { describeProblem } from "./describe-problem.ts";

/** Returns whether an addition has reached the task's deliveries; `channelId` names the only one that gets it. */
export type TargetsOf = (additionId: string, channelId?: string) => AdditionTarget[];

export async function readTargets(
  ctx: ReadContext,
  taskId: number,
  platforms: PlatformAccess,
): Promise<TargetsOf> {
  const { tx } = ctx;
  const deliveries = await deliveriesOfTask(tx, taskId);
  const connected = await destinationsOfDeliveries(tx, deliveries);
  const ids = deliveries.map(({ id }) => id);
  const operations = await operationsOf(tx, ids, additionKinds);
  const [leading] = deliveries;
  const renewal = leading && (await renewalFor(ctx, leading.personId, platforms));
  return (additionId, channelId) =>
    deliveries
      .filter(({ destinationId }) => channelId === undefined || channelId === destinationId)
      .map((delivery) => {
        const { id: deliveryId, kind } = delivery;
        const channel = connected.get(delivery.destinationId) ?? null;
        const row = operations.find((each) => each.deliveryId === deliveryId && each.key === additionId);
        const platform = platformName(platforms, delivery, channel);
        const target = { deliveryId, kind, channelTitle: channel?.title ?? null };
        return Object.assign(target, stateOf(row, { platform, renewal, connected: isConnected(channel) }));
      });
}

function stateOf(
  row: OperationRow | undefined,
  { platform, renewal, connected }: { platform: string; renewal: string | undefined; connected: boolean },
) {
  if (row && row.problemCode !== null) {
    const code = currentProblem(row.problemCode, connected);
    return { state: "failed" as const, ...describeProblem(code, platform, renewal) };
  }
  const state = row && isDone(row) ? ("sent" as const) : ("waiting" as const);
  return { state, problem: null, recoveryActions: [] };
}

export function presentCaption(
  { id, language, name, fileName, cues }: CaptionSummary,
  targetsOf: TargetsOf,
): Caption {
  return { id, language, name, fileName, cues, targets: targetsOf(id) };
}
