import type { ReadContext } from "#core/server/context.ts";
import type { Caption } from "#modules/publishing/contract/details.ts";
import type { OperationProgress } from "#modules/publishing/contract/operations.ts";
import { additionKinds, type OperationKind } from "#modules/publishing/rules/operations.ts";
import { currentProblem } from "#modules/publishing/rules/problem-codes.ts";
import {
  changeProblemMessage,
  interruptionMessage,
  recoveryActionsFor,
} from "#modules/publishing/rules/problems.ts";

import { deliveriesOfTask, type DeliveryRow } from "../deliveries/queries.ts";
import { platformName, type PlatformAccess } from "../destinations/platforms.ts";
import { destinationsOfDeliveries, isConnected } from "../destinations/queries.ts";
import { isDone, type OperationRow, listOperations } from "../operations/queries.ts";
import { renewalFor } from "../quota/renewal.ts";
import type { CaptionSummary } from "./queries.ts";

interface Operations {
  rows: OperationRow[];
  /** An operation as users see it; undefined for captions or a playlist that were not requested yet. */
  present: (delivery: DeliveryRow, row: OperationRow | undefined) => OperationProgress;
}

/** The operations of one user's deliveries that follow the video, and a function that presents each. */
export async function readOperations(
  ctx: ReadContext,
  deliveries: readonly DeliveryRow[],
  kinds: readonly OperationKind[],
  platforms: PlatformAccess,
): Promise<Operations> {
  const ids = deliveries.map(({ id }) => id);
  const rows = await listOperations(ctx.tx, ids, kinds);
  const connected = await destinationsOfDeliveries(ctx.tx, deliveries);
  const [first] = deliveries;
  const failed = rows.some(({ problemCode }) => problemCode !== null);
  const renewal = first && failed ? await renewalFor(ctx, first.personId, platforms) : undefined;
  const present: Operations["present"] = (delivery, row) => {
    const channel = connected.get(delivery.destinationId) ?? null;
    const platform = platformName(platforms, delivery, channel);
    const nextAttemptAt = row && row.problemCode !== null ? row.nextAttemptAt : null;
    return {
      part: row?.kind === "details" ? "changes" : "additions",
      deliveryId: delivery.id,
      kind: delivery.kind,
      channelTitle: channel?.title ?? null,
      sentAt: row?.doneAt?.toISOString() ?? null,
      nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
      ...operationState(row, { platform, renewal, connected: isConnected(channel) }),
    };
  };
  return { rows, present };
}

function operationState(
  row: OperationRow | undefined,
  { platform, renewal, connected }: { platform: string; renewal: string | undefined; connected: boolean },
): Pick<OperationProgress, "state" | "problem" | "recoveryActions"> {
  if (row && isDone(row)) return { state: "sent", problem: null, recoveryActions: [] };
  if (!row || row.problemCode === null) return { state: "sending", problem: null, recoveryActions: [] };
  // Those of captions and playlists wait for up to half a day, so that the creator can act before.
  if (row.kind === "details" && row.nextAttemptAt !== null) {
    const problem = interruptionMessage(row.problemCode, platform);
    return { state: "sending", problem, recoveryActions: [] };
  }
  const code = currentProblem(row.problemCode, connected);
  return {
    state: "failed",
    problem: changeProblemMessage(code, platform, renewal),
    recoveryActions: recoveryActionsFor(code, "done"),
  };
}

/** Returns whether an addition has reached the task's deliveries; `channelId` names the only one that gets it. */
type AdditionTargets = (additionId: string, channelId?: string) => OperationProgress[];

export async function readTargets(
  ctx: ReadContext,
  taskId: number,
  platforms: PlatformAccess,
): Promise<AdditionTargets> {
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
  additionTargets: AdditionTargets,
): Caption {
  return { id, language, name, fileName, cues, targets: additionTargets(id) };
}
