import { on, type EventHandler } from "#core/server/context.ts";
import { accountDeleted } from "#modules/people/contract/people.ts";
import { invitationAccepted, invitationRevoked } from "#modules/sign-in/contract/invitations.ts";

import { editorAccountDeleted, tasksError } from "../contract/tasks.ts";
import { allows } from "../rules/stages.ts";
import { endContributions } from "./contributors/contributors.ts";
import { assignInvited, notifyOfWaiting } from "./invitations/invitations.ts";
import { advanceTask, notifyTaskClients } from "./public/tasks.ts";
import { emptyDeclineReasons, listOpenTasks } from "./tasks/queries.ts";

/** Cancels the open tasks of a creator who deletes their account; notifies the creators of an editor's open tasks. */
export function tasksEventHandlers(): EventHandler[] {
  return [
    on(invitationAccepted, (ctx, { invitationId, personId }) => assignInvited(ctx, invitationId, personId)),
    on(invitationRevoked, (ctx, { invitationId }) => notifyOfWaiting(ctx, invitationId)),
    on(accountDeleted, async (ctx, { personId }) => {
      await emptyDeclineReasons(ctx.tx, personId);
      await endContributions(ctx, personId);
      const open = await listOpenTasks(ctx.tx, personId);
      const created = open.filter(({ creatorId }) => creatorId === personId);
      if (created.some(({ stage }) => !allows(stage, "cancel"))) throw tasksError("still_publishing");
      for (const { id } of created) await advanceTask(ctx, id, "cancel");
      for (const task of open.filter(({ creatorId }) => creatorId !== personId)) {
        await ctx.emit(editorAccountDeleted, { taskId: task.id, editorId: personId });
        await notifyTaskClients(ctx, task);
      }
    }),
  ];
}
