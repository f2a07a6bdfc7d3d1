import { type Context, type EventHandler, on } from "#core/server/context.ts";
import { videoProgressed } from "#modules/media/contract/videos.ts";
import { removeFiles } from "#modules/media/server/public/media.ts";
import { accountDeleted } from "#modules/people/contract/people.ts";
import { windowExtended } from "#modules/review/contract/versions.ts";
import { taskEdited, taskMoved } from "#modules/tasks/contract/tasks.ts";
import { isOpen } from "#modules/tasks/rules/stages.ts";
import { lockTask } from "#modules/tasks/server/public/tasks.ts";

import { clearPersonComments, findPersonTasks } from "./comments/account-queries.ts";
import { notifyOfChanges } from "./comments/notify-readers.ts";
import { notifyGuestsOfTask } from "./guests/notify-guests.ts";
import { deleteLinks } from "./guests/queries.ts";
import { requestMissingStills } from "./stills/jobs.ts";
import { deleteStills } from "./stills/queries.ts";

/**
 * Makes stills once their rendition exists, deletes those of cancelled tasks and the review links of closed ones, notifies guests, and
 * empties comments of deleted accounts.
 */
export function feedbackEventHandlers(): EventHandler[] {
  return [
    on(videoProgressed, async (ctx, { videoId, part }) => {
      if (part === "rendition") await requestMissingStills(ctx, videoId);
    }),
    on(taskEdited, (ctx, { taskId }) => notifyGuestsOfTask(ctx, taskId)),
    on(windowExtended, (ctx, { taskId }) => notifyGuestsOfTask(ctx, taskId)),
    on(taskMoved, async (ctx, { taskId, to }) => {
      await notifyGuestsOfTask(ctx, taskId);
      if (isOpen(to)) return;
      const task = await lockTask(ctx, taskId);
      await deleteLinks(ctx.tx, taskId);
      if (to !== "cancelled") return;
      const { fileIds, commentIds } = await deleteStills(ctx.tx, taskId);
      await removeFiles(ctx, fileIds);
      await notifyOfChanges(ctx, task, commentIds);
    }),
    on(accountDeleted, async (ctx, { personId }) => {
      for (const taskId of await findPersonTasks(ctx.tx, personId))
        await emptyComments(ctx, taskId, personId);
    }),
  ];
}

async function emptyComments(ctx: Context, taskId: number, personId: number): Promise<void> {
  const task = await lockTask(ctx, taskId);
  const { changedIds, fileIds } = await clearPersonComments(ctx.tx, { taskId, personId, now: ctx.now });
  await removeFiles(ctx, fileIds);
  await notifyOfChanges(ctx, task, changedIds);
}
