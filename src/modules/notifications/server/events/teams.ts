import { on, type EventHandler } from "#core/server/context.ts";
import { notificationsRead } from "#modules/notifications/realtime-messages.ts";
import { personCards } from "#modules/people/server/public/people.ts";
import { invitationAccepted, invitationRevoked } from "#modules/sign-in/contract/invitations.ts";
import { contributorChanged } from "#modules/tasks/contract/contributors.ts";
import { lockTask } from "#modules/tasks/server/public/tasks.ts";
import { teamInvited, teamMemberRemoved } from "#modules/team/contract/team.ts";

import { deleteInvitationNotification } from "../inbox/queries.ts";
import { notify } from "../public/notifications.ts";

/**
 * Notifies users of invitations to teams, until these are answered or revoked, of tasks to which they were added, and of accepted
 * invitations.
 */
export function teamNotificationHandlers(): EventHandler[] {
  return [
    on(teamInvited, async (ctx, { invitationId, creatorId, personId, work, expiresAt }) => {
      const creator = (await personCards(ctx, [creatorId])).get(creatorId);
      if (!creator) return;
      const data = { creator: creator.name, work, expiresAt };
      await notify(ctx, { personId, senderId: creatorId, invitationId, kind: "team_invitation", data });
    }),
    // Their notifications about the creator's tasks are hidden.
    on(teamMemberRemoved, async (ctx, { personId }) => ctx.notifyClients([personId], notificationsRead, {})),
    on(contributorChanged, async (ctx, { taskId, personId, label, change }) => {
      if (change === "removed") ctx.notifyClients([personId], notificationsRead, {});
      if (change !== "added") return;
      const task = await lockTask(ctx, taskId);
      const data = { to: "contributor", label, title: task.taskTitle };
      const senderId = ctx.actor?.id ?? task.creatorId;
      await notify(ctx, { personId, senderId, taskId, kind: "assigned", data });
    }),
    ...[invitationAccepted, invitationRevoked].map((event) =>
      on(event, async (ctx, { invitationId }) => {
        const personId = await deleteInvitationNotification(ctx.tx, invitationId);
        if (personId !== null) ctx.notifyClients([personId], notificationsRead, {});
      }),
    ),
    // After its deletion for the invited user.
    on(invitationAccepted, async (ctx, { invitationId, personId, inviterId, purpose, subject }) => {
      if (inviterId === null) return;
      const person = (await personCards(ctx, [personId])).get(personId);
      if (!person) return;
      const data = { purpose, subject, name: person.name };
      const sent = { personId: inviterId, senderId: personId, invitationId };
      await notify(ctx, { ...sent, kind: "invitation_accepted", data });
    }),
  ];
}
