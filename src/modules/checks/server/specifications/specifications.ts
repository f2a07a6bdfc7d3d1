import { type Context, currentActor, type ReadContext } from "#core/server/context.ts";
import type { TaskSpecification } from "#modules/checks/contract/checks.ts";
import { specificationChanged } from "#modules/checks/realtime-messages.ts";
import type { DeliverySpecification } from "#modules/checks/rules/specification.ts";
import { tasksError } from "#modules/tasks/contract/tasks.ts";
import { mayEdit } from "#modules/tasks/rules/stages.ts";
import { audienceOfTasks, lockTaskFor, requireChannel, taskFor } from "#modules/tasks/server/public/tasks.ts";

import { evaluate, publishChange } from "../findings/evaluate.ts";
import { evaluateOutdated } from "../findings/jobs.ts";
import {
  findCreatorSpecification,
  findSpecifications,
  listAffectedTasks,
  markOutdated,
  newestChecked,
  storeCreatorSpecification,
  storeTaskSpecification,
} from "../queries.ts";

/** The specification of a task, and that of its creator. 404 without access to the task. */
export async function taskSpecification(ctx: ReadContext, taskId: number): Promise<TaskSpecification> {
  await taskFor(ctx, taskId, "view");
  return findSpecifications(ctx.tx, taskId);
}

/** Saves a task's own specification, and judges its newest version again. 409 `wrong_stage` once publishing has started. */
export async function saveTaskSpecification(
  ctx: Context,
  { taskId, specification }: { taskId: number; specification: DeliverySpecification | null },
): Promise<TaskSpecification> {
  const task = await lockTaskFor(ctx, taskId, "edit");
  if (!mayEdit(task.stage)) throw tasksError("wrong_stage");
  await storeTaskSpecification(ctx.tx, taskId, specification);
  const newest = await newestChecked(ctx.tx, taskId);
  await (newest ? evaluate(ctx, newest) : publishChange(ctx, task));
  return findSpecifications(ctx.tx, taskId);
}

/** The specification of a creator. 403 without the right to create tasks in their channel. */
export async function creatorSpecification(
  ctx: ReadContext,
  channel: number | undefined,
): Promise<DeliverySpecification> {
  const creatorId = channel ?? currentActor(ctx).id;
  await requireChannel(ctx, creatorId);
  return (await findCreatorSpecification(ctx.tx, creatorId)) ?? {};
}

/** Saves the specification of a creator. A job judges the newest versions of their open tasks again. */
export async function saveCreatorSpecification(
  ctx: Context,
  { channel, specification }: { channel: number | undefined; specification: DeliverySpecification },
): Promise<DeliverySpecification> {
  const creatorId = channel ?? currentActor(ctx).id;
  await requireChannel(ctx, creatorId);
  await storeCreatorSpecification(ctx.tx, creatorId, specification);
  const taskIds = await listAffectedTasks(ctx.tx, creatorId);
  await markOutdated(ctx.tx, taskIds);
  const readers = [creatorId, ...(await audienceOfTasks(ctx, taskIds, "view"))];
  ctx.notifyClients(readers, specificationChanged, {});
  await ctx.enqueue(evaluateOutdated, {});
  return specification;
}
