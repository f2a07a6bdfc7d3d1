import { settingsPath } from "#core/paths.ts";
import { type Context, on, type EventHandler } from "#core/server/context.ts";
import { cardsOf } from "#modules/people/server/actions.ts";
import { invitationAccepted, invitationRevoked } from "#modules/sign-in/contract/invitations.ts";
import { contributorChanged } from "#modules/tasks/contract/contributors.ts";
import { lockTask } from "#modules/tasks/server/actions.ts";
import { teamInvited, teamMemberChanged } from "#modules/team/contract.ts";

import { notificationsRead } from "../realtime-messages.ts";
import { contributionNotification, teamInvitationNotification } from "../rules/teams.ts";
import { notify } from "./actions.ts";
import { deleteInvitationNotification, deleteWithoutAccess } from "./queries.ts";

/**
 * Notifies users of invitations to teams, until these are answered or revoked, and of tasks to which they were added. Withdraws
 * what removed members have not read.
 */
export function teamNotificationHandlers(): EventHandler[] {
  return [
    on(teamInvited, async (ctx, { invitationId, creatorId, personId, kind }) => {
      const cards = await cardsOf(ctx, [creatorId, personId]);
      const [creator, person] = [cards.get(creatorId), cards.get(personId)];
      if (!creator || !person) return;
      const path = settingsPath(person.role);
      const draft = teamInvitationNotification({ creator: creator.name, kind, path });
      await notify(ctx, { personId, senderId: creatorId, invitationId, draft });
    }),
    on(teamMemberChanged, async (ctx, { creatorId, personId, removed }) => {
      if (removed) await withdrawHidden(ctx, { personId, creatorId });
    }),
    on(contributorChanged, async (ctx, { taskId, personId, label, change }) => {
      if (change === "removed") await withdrawHidden(ctx, { personId, taskId });
      if (change !== "added") return;
      const task = await lockTask(ctx, taskId);
      const draft = contributionNotification(task, label);
      await notify(ctx, { personId, senderId: ctx.actor?.id ?? task.creatorId, taskId, draft });
    }),
    ...[invitationAccepted, invitationRevoked].map((event) =>
      on(event, async (ctx, { invitationId }) => {
        const personId = await deleteInvitationNotification(ctx.tx, invitationId);
        if (personId !== null) ctx.notifyClients([personId], notificationsRead, {});
      }),
    ),
  ];
}

/**
 * Deletes what a user has not read of a task, or of all tasks of a creator, to which they have lost access: its emails and push
 * messages are not sent any more.
 */
export async function withdrawHidden(
  ctx: Context,
  of: { personId: number } & ({ taskId: number } | { creatorId: number }),
): Promise<void> {
  if (await deleteWithoutAccess(ctx.tx, of)) ctx.notifyClients([of.personId], notificationsRead, {});
}
