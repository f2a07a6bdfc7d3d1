import { on, type Reaction } from "#foundation/server/context.ts";
import { personLeft } from "#product/accounts/contract/leaving.ts";

import { editorLeft, tasksFailure } from "../contract.ts";
import { allows } from "../rules.ts";
import { advanceTask, tellPeople } from "./actions.ts";
import { listOpenOf } from "./store.ts";

/** What becomes of the open tasks of somebody who deletes their account (docs/decisions/0012). */
export function tasksReactions(): Reaction[] {
  return [
    on(personLeft, async (ctx, { personId }) => {
      const open = await listOpenOf(ctx.tx, personId);
      const given = open.filter(({ creatorId }) => creatorId === personId);
      if (given.some(({ stage }) => !allows(stage, "cancel"))) throw tasksFailure("still_publishing");
      for (const { id } of given) await advanceTask(ctx, id, "cancel");
      for (const task of open.filter(({ creatorId }) => creatorId !== personId)) {
        await ctx.announce(editorLeft, { taskId: task.id, editorId: personId });
        tellPeople(ctx, task);
      }
    }),
  ];
}
