import type { Context, ReadContext } from "#core/server/context.ts";
import { type Progress, publishingError } from "#modules/publishing/contract.ts";
import { destinationsError, type TaskChoice } from "#modules/publishing/contract/destinations.ts";
import { cancelling } from "#modules/publishing/rules/problem-codes.ts";
import { allows } from "#modules/tasks/rules.ts";
import { advanceTask, lockTaskFor, taskFor, type TaskRow } from "#modules/tasks/server/actions.ts";

import { type Platform, readProgress } from "../deliveries/progress.ts";
import { settleTask } from "../deliveries/settle.ts";
import { deleteDelivery, deliveriesOfTask } from "../queries.ts";
import { choiceFor } from "./choice.ts";
import { presentDestination } from "./present.ts";
import { choiceOf, destinationsOf, saveChoice } from "./queries.ts";

/** Where a task is published, and where it could be. */
export async function readChoice(ctx: ReadContext, taskId: number): Promise<TaskChoice> {
  return presentChoice(ctx, await taskFor(ctx, taskId));
}

/** Stores the choice. Destinations that have the video already stay chosen. */
export async function chooseDestinations(
  ctx: Context,
  taskId: number,
  destinationIds: readonly string[],
): Promise<TaskChoice> {
  const task = await lockTaskFor(ctx, taskId);
  const own = new Set((await destinationsOf(ctx.tx, task.creatorId)).map(({ id }) => id));
  if (destinationIds.some((id) => !own.has(id))) throw destinationsError("destination_not_found");
  if (allows(task.stage, "publish")) throw publishingError("already_publishing");
  await saveChoice(ctx.tx, taskId, [...new Set(destinationIds)]);
  return presentChoice(ctx, task);
}

/**
 * Publishes the task without one of its failed deliveries; a video that is at the destination stays there. The task is
 * published if all others have succeeded.
 */
export async function leaveOut(
  ctx: Context,
  { taskId, deliveryId }: { taskId: number; deliveryId: string },
  platform: Platform,
): Promise<Progress> {
  const task = await lockTaskFor(ctx, taskId);
  const rows = await deliveriesOfTask(ctx.tx, taskId);
  const failed = rows.find(({ id, problemCode }) => {
    return id === deliveryId && problemCode !== null && problemCode !== cancelling;
  });
  if (!failed) throw publishingError("nothing_to_retry");
  const others = rows.filter(({ id }) => id !== deliveryId);
  if (others.length === 0) throw destinationsError("last_destination");
  await deleteDelivery(ctx.tx, deliveryId);
  const kept = (await choiceOf(ctx.tx, taskId)).filter((id) => id !== failed.destinationId);
  await saveChoice(ctx.tx, taskId, kept);
  if (others.every(({ step }) => step === "done")) {
    if (allows(task.stage, "start_publishing")) await advanceTask(ctx, taskId, "start_publishing");
    await settleTask(ctx, taskId);
  }
  return readProgress(ctx, taskId, platform);
}

async function presentChoice(ctx: ReadContext, task: TaskRow): Promise<TaskChoice> {
  const { all, chosen, bound } = await choiceFor(ctx, task);
  return {
    destinations: all.map(presentDestination),
    chosen: chosen.map(({ id }) => id),
    fixed: bound.flatMap(({ destinationId }) => destinationId ?? []),
  };
}
