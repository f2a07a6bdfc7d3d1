import { on, type EventHandler } from "#core/server/context.ts";
import { removeFiles } from "#modules/media/server/public/media.ts";
import { accountDeleted } from "#modules/people/contract/people.ts";
import { profileChanged } from "#modules/people/realtime-messages.ts";
import { addPublishedTask } from "#modules/people/server/public/people.ts";
import { published } from "#modules/publishing/contract/publishing.ts";
import { lockTask, requireEditor } from "#modules/tasks/server/public/tasks.ts";

import { signUpPictureHandler } from "./pictures/sign-up-picture.ts";

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
