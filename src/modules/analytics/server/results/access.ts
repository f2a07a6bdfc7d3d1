import type { TaskAbility } from "#core/permission.ts";
import { currentActor, type ReadContext } from "#core/server/context.ts";
import { analyticsError } from "#modules/analytics/contract/errors.ts";
import type { FileOwner } from "#modules/media/rules/file-owner.ts";
import {
  abilitiesIn,
  type AccessedTask,
  channelRights,
  taskFor,
} from "#modules/tasks/server/public/tasks.ts";

import { sharesResults } from "../sharing/queries.ts";
import { findCreatorOfSheet } from "./access-queries.ts";

/**
 * The task of results that the actor may see: its creator and their managers, and its editors while the creator shares results.
 * 404 for others, 403 `results_not_shared`.
 */
export async function taskOfResultsFor(ctx: ReadContext, taskId: number): Promise<AccessedTask> {
  const task = await taskFor(ctx, taskId, "view");
  if (await mayReadResults(ctx, task)) return task;
  throw analyticsError("results_not_shared");
}

/**
 * The id of the creator whose channel figures the actor may see: their own, or one that they manage. 403 `channel_not_managed` for
 * others, and for editors who name none.
 */
export async function channelFor(ctx: ReadContext, channel: number | undefined): Promise<number> {
  const creatorId = channel ?? currentActor(ctx).id;
  if ((await channelRights(ctx, creatorId)).includes("view figures")) return creatorId;
  throw analyticsError("channel_not_managed");
}

/** Whether abilities in a task allow to see its results, which its editors may while the creator shares them. */
async function mayReadResults(
  ctx: ReadContext,
  { creatorId, abilities }: { creatorId: number; abilities: readonly TaskAbility[] },
): Promise<boolean> {
  return (
    abilities.includes("analyze") || (abilities.includes("view") && (await sharesResults(ctx.tx, creatorId)))
  );
}

/** Whether the file is a storyboard of results that the user may see. */
export async function mayReadResultsFile(
  ctx: ReadContext,
  { id, personId, owner }: { id: string; personId: number; owner: FileOwner },
): Promise<boolean> {
  if (owner.kind !== "results") return false;
  const taskId = owner.id;
  const creatorId = await findCreatorOfSheet(ctx.tx, { taskId, fileId: id });
  if (creatorId === null) return false;
  const abilities = (await abilitiesIn(ctx, [taskId], personId)).get(taskId) ?? [];
  return mayReadResults(ctx, { creatorId, abilities });
}
