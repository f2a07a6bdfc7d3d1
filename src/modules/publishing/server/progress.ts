import type { ReadContext } from "#core/server/context.ts";

import { type DeliveryProgress, type Progress, publishingError } from "../contract.ts";
import { problemMessage } from "../rules/problems.ts";
import { percentSent, stageOfStep } from "../rules/progress.ts";
import { recoveryActionsFor } from "../rules/recovery-actions.ts";
import { type DestinationRow, findDestination } from "./destinations/queries.ts";
import { deliveriesOfTask, type DeliveryRow } from "./queries.ts";

export interface Platform {
  platform: { name: string };
  sandbox: boolean;
}

/** The progress of a task's deliveries, with that of the leading one at the top. 404 `not_started` without one. */
export async function presentProgress(
  ctx: ReadContext,
  { id: taskId, title }: { id: number; title: string },
  platform: Platform,
): Promise<Progress> {
  const rows = await deliveriesOfTask(ctx.tx, taskId);
  const deliveries: DeliveryProgress[] = [];
  for (const row of rows) deliveries.push(await presentDelivery(ctx, row, platform));
  const [leading] = deliveries;
  if (!leading) throw publishingError("not_started");
  return { taskId, title, ...leading, sandbox: platform.sandbox, deliveries };
}

async function presentDelivery(
  ctx: ReadContext,
  row: DeliveryRow,
  { platform }: Pick<Platform, "platform">,
): Promise<DeliveryProgress> {
  const channel = row.destinationId === null ? null : await findDestination(ctx.tx, row.destinationId);
  const stage = stageOfStep[row.step];
  const { problemCode } = row;
  return {
    deliveryId: row.id,
    kind: row.kind,
    stage: problemCode === null ? stage : "ERROR",
    failedStage: problemCode === null ? null : stage,
    percent: row.step === "upload" ? percentSent(row.sentBytes, row.bytes) : 100,
    sentBytes: row.sentBytes,
    totalBytes: row.bytes,
    videoId: row.platformVideoId,
    watchUrl: row.watchUrl,
    channel: channel && presentChannel(channel),
    visibility: row.visibility,
    publishAt: row.publishAt?.toISOString() ?? null,
    shownVisibility: row.shownVisibility,
    problem: problemCode === null ? null : problemMessage(problemCode, platform.name),
    recoveryActions: problemCode === null ? [] : recoveryActionsFor(problemCode, row.step),
  };
}

export function presentChannel(row: Pick<DestinationRow, "accountId" | "title" | "pictureUrl">) {
  return { id: row.accountId, title: row.title, pictureUrl: row.pictureUrl };
}
