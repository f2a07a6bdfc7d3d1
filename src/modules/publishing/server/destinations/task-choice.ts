import type { Context, ReadContext } from "#core/server/context.ts";
import { publishingError } from "#modules/publishing/contract.ts";
import { destinationsError, type TaskChoice } from "#modules/publishing/contract/destinations.ts";
import { destinationsChanged } from "#modules/publishing/realtime-messages.ts";
import { allows } from "#modules/tasks/rules.ts";
import { lockTaskFor, taskFor, type TaskRow } from "#modules/tasks/server/actions.ts";

import { choiceFor } from "./choice.ts";
import { presentDestination } from "./present.ts";
import { destinationsOf, saveChoice } from "./queries.ts";

/** The chosen and the available destinations of a task. */
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
  ctx.notifyClients([task.creatorId], destinationsChanged, {});
  return presentChoice(ctx, task);
}

async function presentChoice(ctx: ReadContext, task: TaskRow): Promise<TaskChoice> {
  const { all, chosen, bound } = await choiceFor(ctx, task);
  return {
    destinations: all.map(presentDestination),
    chosen: chosen.map(({ id }) => id),
    fixed: bound.flatMap(({ destinationId }) => destinationId ?? []),
  };
}
