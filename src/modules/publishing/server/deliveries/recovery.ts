import type { z } from "zod";

import type { Context } from "#core/server/context.ts";
import type { deliveriesEndpoints, Progress } from "#modules/publishing/contract/deliveries.ts";
import { destinationsError } from "#modules/publishing/contract/destinations.ts";
import { publishingError } from "#modules/publishing/contract/publishing.ts";
import { stepKinds } from "#modules/publishing/rules/operations.ts";
import { cancelling, visibilityRefused } from "#modules/publishing/rules/problem-codes.ts";
import { recoveryActionsFor } from "#modules/publishing/rules/problems.ts";
import { approvedVersion, sendBack } from "#modules/review/server/public/review.ts";
import { allows } from "#modules/tasks/rules/stages.ts";
import { advanceTask, lockTaskFor } from "#modules/tasks/server/public/tasks.ts";

import { reconnect, requireConnected } from "../destinations/choice.ts";
import { endPause } from "../destinations/pauses.ts";
import { listChoice, destinationOfDelivery, saveChoice } from "../destinations/queries.ts";
import { enqueueOperation } from "../operations/jobs.ts";
import { changeOperation, deleteAdditions, isWaiting, listOperations } from "../operations/queries.ts";
import { continueSteps } from "../operations/request.ts";
import { settleTask } from "../operations/settle.ts";
import { cancelDeliveries } from "../public/cancel-delivery.ts";
import { notifyOfDelivery } from "./notify-publishers.ts";
import { type Platform, readProgress } from "./progress.ts";
import { requirePublishable } from "./publishable.ts";
import {
  changeDelivery,
  deleteDelivery,
  deliveriesOfTask,
  type DeliveryChange,
  type DeliveryRow,
  noUpload,
  restartChange,
} from "./queries.ts";

/** A delivery of a task; all of its deliveries to which an action applies if only the task is named. */
type Chosen = z.output<typeof deliveriesEndpoints.tryNow.body>;
export type Retry = z.output<typeof deliveriesEndpoints.retry.body>;

/**
 * Continues failed deliveries where they stopped, also while others of the task run. The options count only if the
 * problem offers them as actions.
 */
export async function retryDelivery(ctx: Context, retry: Retry, platform: Platform): Promise<Progress> {
  const { taskId } = retry;
  const task = await lockTaskFor(ctx, taskId, "publish");
  const version = await approvedVersion(ctx, taskId);
  const rows = await chosenDeliveries(ctx, retry);
  const failed = rows.filter(({ problemCode, videoId }) => {
    return problemCode !== null && problemCode !== cancelling && videoId === version?.videoId;
  });
  if (failed.length === 0) throw publishingError("nothing_to_retry");
  if (!allows(task.stage, "publish")) {
    await requirePublishable(ctx, task);
    await advanceTask(ctx, taskId, "start_publishing");
  }
  for (const row of failed) {
    await continueDelivery(ctx, row, retry);
    await notifyOfDelivery(ctx, row);
  }
  return readProgress(ctx, taskId, platform);
}

async function continueDelivery(ctx: Context, row: DeliveryRow, retry: Retry): Promise<void> {
  requireConnected(row);
  const destination = await destinationOfDelivery(ctx, row);
  if (!destination || destination.brokenAt !== null) {
    throw publishingError("no_channel", destination ? { message: reconnect(destination.title) } : {});
  }
  const change = { ...restartChange(row, ctx.now), ...changeOfRetry(row, retry) };
  if (change.step === "upload") await deleteAdditions(ctx.tx, row.id);
  await continueSteps(ctx, await changeDelivery(ctx.tx, row.id, change));
}

function changeOfRetry({ problemCode, step, shownVisibility }: DeliveryRow, retry: Retry): DeliveryChange {
  const offered = recoveryActionsFor(problemCode ?? "", step);
  if (retry.uploadAgain && offered.includes("upload-again")) return noUpload;
  if (retry.withoutThumbnail && offered.includes("skip-thumbnail")) return { skipThumbnail: true };
  if (problemCode !== visibilityRefused) return {};
  return retry.acceptVisibility
    ? { visibility: shownVisibility ?? "private", publishAt: null }
    : { step: "publish" };
}

/** Begins the next attempt of waiting deliveries at once. 409 `nothing_to_retry` if none is waiting. */
export async function tryNow(ctx: Context, chosen: Chosen, platform: Platform): Promise<Progress> {
  const { taskId } = chosen;
  await lockTaskFor(ctx, taskId, "publish");
  const rows = (await chosenDeliveries(ctx, chosen)).filter(({ problemCode }) => problemCode === null);
  const ids = rows.map(({ id }) => id);
  const operations = await listOperations(ctx.tx, ids, stepKinds);
  const waiting = operations.filter((row) => isWaiting(row, ctx.now));
  if (waiting.length === 0) throw publishingError("nothing_to_retry");
  for (const operation of waiting) {
    const delivery = rows.find(({ id }) => id === operation.deliveryId);
    if (!delivery) continue;
    await endPause(ctx.tx, delivery.destinationId);
    await changeOperation(ctx.tx, operation, { nextAttemptAt: ctx.now });
    await enqueueOperation(ctx, delivery, operation);
    await notifyOfDelivery(ctx, delivery);
  }
  return readProgress(ctx, taskId, platform);
}

/** Cancels deliveries of the actor's task. Fails with the errors of `cancelDeliveries`. */
export async function cancelDelivery(ctx: Context, chosen: Chosen, platform: Platform): Promise<Progress> {
  const { taskId } = chosen;
  const task = await lockTaskFor(ctx, taskId, "publish");
  await cancelDeliveries(ctx, task, await chosenDeliveries(ctx, chosen));
  return readProgress(ctx, taskId, platform);
}

/** Sends the version of a failed delivery back to the editor. 409 `nothing_to_retry` without one. */
export async function sendVersionBack(ctx: Context, taskId: number, feedback: string): Promise<void> {
  await lockTaskFor(ctx, taskId, "decide");
  const rows = await deliveriesOfTask(ctx.tx, taskId);
  if (rows.every(({ problemCode }) => problemCode === null)) throw publishingError("nothing_to_retry");
  await sendBack(ctx, { taskId, feedback });
}

/**
 * Publishes the task without one of its failed deliveries; a video that is at the destination stays there. The task is
 * published if all others have succeeded.
 */
export async function leaveOut(
  ctx: Context,
  { taskId, deliveryId }: z.output<typeof deliveriesEndpoints.leaveOut.body>,
  platform: Platform,
): Promise<Progress> {
  const task = await lockTaskFor(ctx, taskId, "publish");
  const rows = await deliveriesOfTask(ctx.tx, taskId);
  const failed = rows.find(({ id, problemCode }) => {
    return id === deliveryId && problemCode !== null && problemCode !== cancelling;
  });
  if (!failed) throw publishingError("nothing_to_retry");
  const others = rows.filter(({ id }) => id !== deliveryId);
  if (others.length === 0) throw destinationsError("last_destination");
  await deleteDelivery(ctx.tx, deliveryId);
  const remaining = (await listChoice(ctx.tx, taskId)).filter((id) => id !== failed.destinationId);
  await saveChoice(ctx.tx, taskId, remaining);
  if (others.every(({ step }) => step === "done")) {
    if (allows(task.stage, "start_publishing")) await advanceTask(ctx, taskId, "start_publishing");
    await settleTask(ctx, taskId);
  }
  return readProgress(ctx, taskId, platform);
}

async function chosenDeliveries(ctx: Context, { taskId, deliveryId }: Chosen): Promise<DeliveryRow[]> {
  const rows = await deliveriesOfTask(ctx.tx, taskId);
  return deliveryId === undefined ? rows : rows.filter(({ id }) => id === deliveryId);
}
