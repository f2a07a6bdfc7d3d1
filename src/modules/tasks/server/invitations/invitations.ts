import { tasksPath } from "#core/paths.ts";
import type { Context } from "#core/server/context.ts";
import type { Invitee } from "#modules/sign-in/contract/invitee.ts";
import { describeInvitation, invite, revokeInvitation } from "#modules/sign-in/server/public/sign-in.ts";
import { taskEdited } from "#modules/tasks/contract/tasks.ts";

import { notifyTaskClients } from "../public/tasks.ts";
import { changeRow, lockWaiting, type TaskRow } from "../tasks/queries.ts";

/** Invites an editor for a task of a creator; returns the id of the invitation. Fails with the errors of invitations. */
export async function inviteEditor(ctx: Context, creatorId: number, invitee: Invitee): Promise<string> {
  const preset = { inviterId: creatorId, invitee, role: "EDITOR", purpose: "task" } as const;
  return (await invite(ctx, preset)).id;
}

/** Gives the tasks that are waiting for an invitation to the person who has accepted it. */
export async function assignInvited(ctx: Context, invitationId: string, editorId: number): Promise<void> {
  const waiting = await lockWaiting(ctx.tx, invitationId);
  for (const { id: taskId } of waiting) {
    const task = await changeRow(ctx.tx, taskId, { editorId, invitationId: null, updatedAt: ctx.now });
    await ctx.emit(taskEdited, { taskId, assigned: true });
    await notifyTaskClients(ctx, task);
  }
}

/**
 * Updates what invitations of a creator say they are for, after the tasks that are waiting for them have changed. One without
 * tasks is revoked, because it was sent for them. Repeated ids and null are ignored.
 */
export async function refreshInvitations(
  ctx: Context,
  creatorId: number,
  invitationIds: readonly (string | null)[],
): Promise<void> {
  for (const id of new Set(invitationIds.filter((each) => each !== null))) {
    const [first, ...others] = await lockWaiting(ctx.tx, id);
    if (first) await describeInvitation(ctx, id, aboutTasks(first, others.length));
    else await revokeInvitation(ctx, { id, inviterId: creatorId });
  }
}

function aboutTasks(first: TaskRow, others: number) {
  return {
    subject: others === 0 ? first.taskTitle : `${first.taskTitle} and ${others} more`,
    landingPath: tasksPath("EDITOR", others === 0 ? first.id : undefined),
  };
}

/** Shows creators the new state of the invitation that tasks are waiting for. */
export async function notifyOfWaiting(ctx: Context, invitationId: string): Promise<void> {
  for (const task of await lockWaiting(ctx.tx, invitationId)) await notifyTaskClients(ctx, task);
}
