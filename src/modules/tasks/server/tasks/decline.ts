import { currentActor, type Context } from "#core/server/context.ts";
import { setBlocked } from "#modules/people/server/public/blocks.ts";
import { taskDeclined, tasksError } from "#modules/tasks/contract/tasks.ts";
import { mayDecline } from "#modules/tasks/rules/stages.ts";

import { lockTaskFor, notifyTaskClients } from "../public/tasks.ts";
import { changeRow } from "./queries.ts";

/**
 * Declines a task as its editor, who loses access. The task keeps its stage and its versions, and waits for another
 * editor. With `block`, the editor also blocks the creator. 409 `wrong_stage` once a version is approved.
 */
export async function declineTask(
  ctx: Context,
  taskId: number,
  { reason, block }: { reason: string; block: boolean },
): Promise<void> {
  const task = await lockTaskFor(ctx, taskId, "decline");
  const editorId = currentActor(ctx).id;
  if (!mayDecline(task.stage)) throw tasksError("wrong_stage");
  const declined = await changeRow(ctx.tx, taskId, {
    declinedAt: ctx.now,
    declineReason: reason,
    updatedAt: ctx.now,
  });
  await ctx.emit(taskDeclined, { taskId, editorId, reason });
  await notifyTaskClients(ctx, declined, [editorId]);
  if (block) await setBlocked(ctx, task.creatorId, true);
}
