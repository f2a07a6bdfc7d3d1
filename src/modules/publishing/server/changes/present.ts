import type { ReadContext } from "#core/server/context.ts";
import type { ChangesOfDelivery, PublishedChanges } from "#modules/publishing/contract/changes.ts";
import { currentProblem } from "#modules/publishing/rules/problem-codes.ts";
import {
  changeProblemMessage,
  interruptionMessage,
  recoveryActionsFor,
} from "#modules/publishing/rules/problems.ts";

import { platformName, type PlatformAccess } from "../destinations/platforms.ts";
import { connectedTo, isConnected } from "../destinations/queries.ts";
import { isDone, type OperationRow, operationsOf } from "../operation-queries.ts";
import type { DeliveryRow } from "../queries.ts";
import { renewalFor } from "../quota/renewal.ts";

/** The visibility of a published video and the state of its changes. `deliveries` are those that have it. */
export async function presentChanges(
  ctx: ReadContext,
  deliveries: readonly [DeliveryRow, ...DeliveryRow[]],
  platforms: PlatformAccess,
): Promise<PublishedChanges> {
  const [leading] = deliveries;
  return {
    visibility: leading.visibility,
    publishAt: isScheduled(leading, ctx.now) ? (leading.publishAt?.toISOString() ?? null) : null,
    deliveries: await changesOfDeliveries(ctx, deliveries, platforms),
  };
}

/** The state of the changes of deliveries, without those that were never changed. */
export async function changesOfDeliveries(
  ctx: ReadContext,
  deliveries: readonly DeliveryRow[],
  platforms: PlatformAccess,
): Promise<ChangesOfDelivery[]> {
  const rows = await operationsOf(
    ctx.tx,
    deliveries.map(({ id }) => id),
    ["details"],
  );
  const presented: ChangesOfDelivery[] = [];
  for (const delivery of deliveries) {
    const changes = rows.find(({ deliveryId }) => deliveryId === delivery.id);
    if (changes) presented.push(await presentDelivery(ctx, delivery, changes, platforms));
  }
  return presented;
}

/** Whether the video is private until a time that has not come. */
export function isScheduled({ publishAt, publicAt }: DeliveryRow, now: Date): boolean {
  return publishAt !== null && publishAt > now && publicAt === null;
}

async function presentDelivery(
  ctx: ReadContext,
  delivery: DeliveryRow,
  changes: OperationRow,
  platforms: PlatformAccess,
): Promise<ChangesOfDelivery> {
  const channel = await connectedTo(ctx, delivery);
  return {
    deliveryId: delivery.id,
    kind: delivery.kind,
    channelTitle: channel?.title ?? null,
    sentAt: changes.doneAt?.toISOString() ?? null,
    nextAttemptAt: changes.problemCode === null ? null : (changes.nextAttemptAt?.toISOString() ?? null),
    ...stateOf(changes, {
      platform: platformName(platforms, delivery, channel),
      renewal: await renewalFor(ctx, delivery.personId, platforms),
      connected: isConnected(channel),
    }),
  };
}

function stateOf(
  changes: OperationRow,
  { platform, renewal, connected }: { platform: string; renewal: string | undefined; connected: boolean },
) {
  const { problemCode, nextAttemptAt } = changes;
  if (isDone(changes)) return { state: "sent" as const, problem: null, recoveryActions: [] };
  if (problemCode === null) return { state: "sending" as const, problem: null, recoveryActions: [] };
  if (nextAttemptAt !== null) {
    const problem = interruptionMessage(problemCode, platform);
    return { state: "sending" as const, problem, recoveryActions: [] };
  }
  const code = currentProblem(problemCode, connected);
  return {
    state: "failed" as const,
    problem: changeProblemMessage(code, platform, renewal),
    recoveryActions: recoveryActionsFor(code, "done"),
  };
}
