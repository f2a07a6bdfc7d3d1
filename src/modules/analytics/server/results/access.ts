import { actorOf, type ReadContext } from "#core/server/context.ts";
import { analyticsError } from "#modules/analytics/contract.ts";
import { taskOfResults } from "#modules/analytics/rules/owner.ts";
import { taskFor, type TaskRow } from "#modules/tasks/server/actions.ts";
import { teamsOf } from "#modules/team/server/actions.ts";

import { hasReadableSheet, sharesResults } from "./access-queries.ts";

/**
 * The task of results that the actor may see: its creator and their managers, and its editors while the creator shares results.
 * 404 for others, 403 `results_not_shared`.
 */
export async function taskOfResultsFor(ctx: ReadContext, taskId: number): Promise<TaskRow> {
  const task = await taskFor(ctx, taskId, "view");
  const { id } = actorOf(ctx);
  if (task.creatorId === id || (await sharesResults(ctx.tx, task.creatorId))) return task;
  const teams = await teamsOf(ctx, id);
  if (teams.some(({ creatorId, kind }) => kind === "manager" && creatorId === task.creatorId)) return task;
  throw analyticsError("results_not_shared");
}

/** Whether the file is a storyboard of results that the user may see. */
export async function mayReadResultsFile(
  { tx }: ReadContext,
  { id, personId, owner }: { id: string; personId: number; owner: string },
): Promise<boolean> {
  const taskId = taskOfResults(owner);
  return taskId !== null && hasReadableSheet(tx, { taskId, personId, fileId: id });
}
