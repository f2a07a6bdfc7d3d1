import { on, type EventHandler } from "#core/server/context.ts";
import { accountDeleted } from "#modules/accounts/contract/leaving.ts";

import { editorAccountDeleted, tasksError } from "../contract.ts";
import { allows } from "../rules.ts";
import { advanceTask, notifyTaskClients } from "./actions.ts";
import { listOpenOf } from "./store.ts";

/** What becomes of the open tasks of somebody who deletes their account (docs/decisions/0012). */
export function tasksEventHandlers(): EventHandler[] {
  return [
    on(accountDeleted, async (ctx, { personId }) => {
      const open = await listOpenOf(ctx.tx, personId);
      const given = open.filter(({ creatorId }) => creatorId === personId);
      if (given.some(({ stage }) => !allows(stage, "cancel"))) throw tasksError("still_publishing");
      for (const { id } of given) await advanceTask(ctx, id, "cancel");
      for (const task of open.filter(({ creatorId }) => creatorId !== personId)) {
        await ctx.emit(editorAccountDeleted, { taskId: task.id, editorId: personId });
        notifyTaskClients(ctx, task);
      }
    }),
  ];
}
