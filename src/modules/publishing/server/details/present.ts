import type { ReadContext } from "#core/server/context.ts";
import type { AdditionTarget, Caption } from "#modules/publishing/contract/details.ts";
import { currentProblem } from "#modules/publishing/rules/problem-codes.ts";

import { platformName, type Platforms } from "../destinations/platforms.ts";
import { destinationsOfDeliveries, isConnected } from "../destinations/queries.ts";
import { deliveriesOfTask } from "../queries.ts";
import { renewalFor } from "../quota/renewal.ts";
import { describeProblem } from "./describe-problem.ts";
import { type CaptionSummary, listSent } from "./queries.ts";

/** Returns whether an addition has reached the task's deliveries; `channelId` names the only one that gets it. */
export type TargetsOf = (additionId: string, channelId?: string) => AdditionTarget[];

export async function readTargets(
  ctx: ReadContext,
  taskId: number,
  platforms: Platforms,
): Promise<TargetsOf> {
  const { tx } = ctx;
  const deliveries = await deliveriesOfTask(tx, taskId);
  const connected = await destinationsOfDeliveries(tx, deliveries);
  const sent = await listSent(tx, taskId);
  const [leading] = deliveries;
  const renewal = leading && (await renewalFor(ctx, leading.personId, platforms.platform));
  return (additionId, channelId) =>
    deliveries
      .filter(({ destinationId }) => channelId === undefined || channelId === destinationId)
      .map((delivery) => {
        const { id: deliveryId, kind, platformVideoId } = delivery;
        const channel = connected.get(delivery.destinationId) ?? null;
        const row = sent.find((each) => each.additionId === additionId && each.videoId === platformVideoId);
        const platform = platformName(platforms, delivery, channel);
        const target = { deliveryId, kind, channelTitle: channel?.title ?? null };
        return Object.assign(target, stateOf(row, { platform, renewal, connected: isConnected(channel) }));
      });
}

function stateOf(
  row: { problemCode: string | null } | undefined,
  { platform, renewal, connected }: { platform: string; renewal: string | undefined; connected: boolean },
) {
  if (row && row.problemCode !== null) {
    const code = currentProblem(row.problemCode, connected);
    return { state: "failed" as const, ...describeProblem(code, platform, renewal) };
  }
  return { state: row ? ("sent" as const) : ("waiting" as const), problem: null, recoveryActions: [] };
}

export function presentCaption(
  { id, language, name, fileName, cues }: CaptionSummary,
  targetsOf: TargetsOf,
): Caption {
  return { id, language, name, fileName, cues, targets: targetsOf(id) };
}
