import { on, type EventHandler } from "#core/server/context.ts";
import { removeFiles } from "#modules/media/server/actions.ts";
import { accountDeleted } from "#modules/people/contract.ts";
import { profileChanged } from "#modules/people/realtime-messages.ts";
import { addPublishedTask } from "#modules/people/server/actions.ts";
import { published } from "#modules/publishing/contract.ts";
import { lockTask, requireEditor } from "#modules/tasks/server/actions.ts";

import { signUpPictureHandler } from "./sign-up-picture.ts";

/**
 * Counts published tasks for their creator and editor, fetches the pictures of new users from Google, and deletes those of
 * deleted accounts.
 */
export function profilesEventHandlers(): EventHandler[] {
  return [
    on(published, async (ctx, { taskId }) => {
      const task = await lockTask(ctx, taskId);
      const { creatorId } = task;
      const editorId = requireEditor(task);
      await addPublishedTask(ctx, { creatorId, editorId });
      for (const personId of [creatorId, editorId]) {
        ctx.notifyClients([creatorId, editorId], profileChanged, { personId });
      }
    }),
    signUpPictureHandler(),
    on(accountDeleted, async (ctx, { pictureFileIds }) => removeFiles(ctx, pictureFileIds)),
  ];
}
