import { type Context, type EventHandler, on } from "#core/server/context.ts";
import { removeFiles } from "#modules/media/server/actions.ts";
import { accountDeleted } from "#modules/people/contract.ts";
import { lockTask } from "#modules/tasks/server/actions.ts";

import { commentsChanged } from "../realtime-messages.ts";
import { emptyWritten, findTasksOf } from "./account-queries.ts";
import { renumber } from "./queries.ts";

/** Empties the comments of deleted accounts. */
export function feedbackEventHandlers(): EventHandler[] {
  return [
    on(accountDeleted, async (ctx, { personId }) => {
      for (const taskId of await findTasksOf(ctx.tx, personId)) await emptyComments(ctx, taskId, personId);
    }),
  ];
}

async function emptyComments(ctx: Context, taskId: number, personId: number): Promise<void> {
  const task = await lockTask(ctx, taskId);
  const { changedIds, fileIds } = await emptyWritten(ctx.tx, { taskId, personId, now: ctx.now });
  await removeFiles(ctx, fileIds);
  if (changedIds.length === 0) return;
  const change = await renumber(ctx.tx, taskId, changedIds);
  ctx.notifyClients([task.creatorId, task.editorId], commentsChanged, { taskId, change });
}
