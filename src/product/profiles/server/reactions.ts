import { on, type Reaction } from "#foundation/server/context.ts";
import { notePublished } from "#product/accounts/server/actions.ts";
import { published } from "#product/publishing/contract.ts";
import { lockTask } from "#product/tasks/server/actions.ts";

/** A published task counts for its creator and its editor. */
export function profilesReactions(): Reaction[] {
  return [
    on(published, async (ctx, { taskId }) => {
      const { creatorId, editorId } = await lockTask(ctx, taskId);
      await notePublished(ctx, { creatorId, editorId });
    }),
  ];
}
