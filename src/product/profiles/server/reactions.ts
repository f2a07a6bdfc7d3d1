import { on, type Reaction } from "#foundation/server/context.ts";
import { personLeft } from "#product/accounts/contract/leaving.ts";
import { notePublished } from "#product/accounts/server/actions.ts";
import { removeFiles } from "#product/media/server/actions.ts";
import { published } from "#product/publishing/contract.ts";
import { lockTask } from "#product/tasks/server/actions.ts";

import { profileChanged } from "../contract.ts";

/** A published task counts for its creator and its editor; the pictures of somebody who leaves go. */
export function profilesReactions(): Reaction[] {
  return [
    on(published, async (ctx, { taskId }) => {
      const { creatorId, editorId } = await lockTask(ctx, taskId);
      await notePublished(ctx, { creatorId, editorId });
      for (const personId of [creatorId, editorId]) {
        ctx.tell([creatorId, editorId], profileChanged, { personId });
      }
    }),
    on(personLeft, async (ctx, { pictureFileIds }) => removeFiles(ctx, pictureFileIds)),
  ];
}
