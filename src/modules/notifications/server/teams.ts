import { z } from "zod";

import { settingsPath } from "#core/paths.ts";
import { type Context, on, type EventHandler } from "#core/server/context.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { after, minute } from "#core/time.ts";
import { cardsOf } from "#modules/people/server/actions.ts";
import { invitationAccepted, invitationRevoked } from "#modules/sign-in/contract/invitations.ts";
import { contributorChanged } from "#modules/tasks/contract/contributors.ts";
import { lockTask } from "#modules/tasks/server/actions.ts";
import { teamInvited, teamMemberRemoved } from "#modules/team/contract.ts";

import { notificationsRead } from "../realtime-messages.ts";
import { contributionNotification, teamInvitationNotification } from "../rules/teams.ts";
import { notify } from "./actions.ts";
import type { NotificationsDependencies } from "./dependencies.ts";
import { deleteInvitationNotification, deleteWithoutAccess } from "./queries.ts";
import { retryPolicy } from "./retry-policy.ts";

/** Withdraws again what a removed member of a team was notified of. */
const withdrawLater = defineJob({
  ...retryPolicy,
  job: "notifications.withdraw",
  data: z.object({ personId: z.number(), creatorId: z.number() }),
});

/** Much longer than a transaction takes that still knows the member. */
const withdrawAfter = minute;

/** Withdraws what was being written while a member was removed, which the removal did not see. */
export function teamNotificationJobs({ run }: Pick<NotificationsDependencies, "run">): JobWorker[] {
  return [worker(withdrawLater, (removed) => run(null, (ctx) => withdrawHidden(ctx, removed)))];
}

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
    on(teamMemberRemoved, async (ctx, { creatorId, personId }) => {
      await withdrawHidden(ctx, { personId, creatorId });
      await ctx.enqueue(withdrawLater, { personId, creatorId }, { at: after(ctx.now, withdrawAfter) });
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
