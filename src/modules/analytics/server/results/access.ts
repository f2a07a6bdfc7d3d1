import { actorOf, type ReadContext } from "#core/server/context.ts";
import { analyticsError } from "#modules/analytics/contract/errors.ts";
import { taskOfResults } from "#modules/analytics/rules/owner.ts";
import { taskFor, type TaskRow } from "#modules/tasks/server/public/tasks.ts";
import { isManagerOf } from "#modules/team/server/public/team.ts";

import { sharesResults } from "../sharing/queries.ts";
import { hasReadableSheet } from "./access-queries.ts";

/**
 * The task of results that the actor may see: its creator and their managers, and its editors while the creator shares results.
 * 404 for others, 403 `results_not_shared`.
 */
export async function taskOfResultsFor(ctx: ReadContext, taskId: number): Promise<TaskRow> {
  const task = await taskFor(ctx, taskId, "view");
  const { id } = actorOf(ctx);
  if (task.creatorId === id || (await sharesResults(ctx.tx, task.creatorId))) return task;
  if (await isManagerOf(ctx, { creatorId: task.creatorId, personId: id })) return task;
  throw analyticsError("results_not_shared");
}

/**
 * The id of the creator whose channel figures the actor may see: their own, or one that they manage. 403 `channel_not_managed` for
 * others, and for editors who name none.
 */
export async function channelFor(ctx: ReadContext, channel: number | undefined): Promise<number> {
  const { id, role } = actorOf(ctx);
  const creatorId = channel ?? id;
  if (creatorId === id ? role === "YOUTUBER" : await isManagerOf(ctx, { creatorId, personId: id })) {
    return creatorId;
  }
  throw analyticsError("channel_not_managed");
}

/** Whether the file is a storyboard of results that the user may see. */
export async function mayReadResultsFile(
  { tx }: ReadContext,
  { id, personId, owner }: { id: string; personId: number; owner: string },
): Promise<boolean> {
  const taskId = taskOfResults(owner);
  return taskId !== null && hasReadableSheet(tx, { taskId, personId, fileId: id });
}
