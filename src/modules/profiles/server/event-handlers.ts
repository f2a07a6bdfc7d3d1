import { on, type EventHandler } from "#core/server/context.ts";
import { accountDeleted } from "#modules/accounts/contract/leaving.ts";
import { notePublished } from "#modules/accounts/server/actions.ts";
import { removeFiles } from "#modules/media/server/actions.ts";
import { published } from "#modules/publishing/contract.ts";
import { lockTask } from "#modules/tasks/server/actions.ts";

import { profileChanged } from "../contract.ts";

/** A published task counts for its creator and its editor; the pictures of somebody who leaves go. */
export function profilesEventHandlers(): EventHandler[] {
  return [
    on(published, async (ctx, { taskId }) => {
      const { creatorId, editorId } = await lockTask(ctx, taskId);
      await notePublished(ctx, { creatorId, editorId });
      for (const personId of [creatorId, editorId]) {
        ctx.notifyClients([creatorId, editorId], profileChanged, { personId });
      }
    }),
    on(accountDeleted, async (ctx, { pictureFileIds }) => removeFiles(ctx, pictureFileIds)),
  ];
}
