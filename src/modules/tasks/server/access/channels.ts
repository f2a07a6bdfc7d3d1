import { commonError } from "#core/error.ts";
import type { ChannelRight } from "#core/permission.ts";
import { currentActor, type Context, type ReadContext } from "#core/server/context.ts";
import { lockPerson } from "#modules/people/server/public/people.ts";
import { tasksError } from "#modules/tasks/contract/tasks.ts";
import { managedChannelRights, ownChannelRights } from "#modules/tasks/rules/access.ts";
import { managerRightsIn } from "#modules/team/server/public/team.ts";

import { lockManager } from "./queries.ts";

/** Rights of the actor in the channel of a creator. */
export async function channelRights(ctx: ReadContext, creatorId: number): Promise<readonly ChannelRight[]> {
  const { id: personId, role } = currentActor(ctx);
  if (creatorId === personId) return ownChannelRights[role];
  const rights = await managerRightsIn(ctx, { creatorId, personId });
  return rights ? managedChannelRights(rights) : [];
}

/**
 * Requires that the actor may create tasks in the channel of a creator: as that creator, or as a manager with the right.
 * 403 `wrong_role` for the own channel of editors, otherwise 403 `missing_right`.
 */
export async function requireChannel(ctx: ReadContext, creatorId: number): Promise<void> {
  if ((await channelRights(ctx, creatorId)).includes("create tasks")) return;
  throw creatorId === currentActor(ctx).id ? commonError("wrong_role") : missingRight();
}

/**
 * Like `requireChannel`. Until the end of the transaction, the right can't be removed, and the account of the creator can't
 * be deleted; the caller has locked that of the actor.
 */
export async function lockChannel(ctx: Context, creatorId: number): Promise<void> {
  const personId = currentActor(ctx).id;
  if (creatorId !== personId) {
    if (!(await lockPerson(ctx, creatorId))) throw missingRight();
    await lockManager(ctx.tx, { creatorId, personId });
  }
  await requireChannel(ctx, creatorId);
}

function missingRight(): Error {
  const message = "You don't have the right to create tasks for this creator. Ask them for it.";
  return tasksError("missing_right", { message });
}

/** The creator of a new task: that of the task it is a copy of, or of the channel, which is the actor's own by default. */
export function newTaskCreator(
  ctx: ReadContext,
  { channel }: { channel?: number | undefined },
  source: { creatorId: number } | null,
): number {
  if (!source) return channel ?? currentActor(ctx).id;
  if (channel === undefined || channel === source.creatorId) return source.creatorId;
  const message =
    "A copy belongs to the channel of its original. Leave out the channel, or create a new task.";
  throw commonError("invalid_input", { message, issues: [{ path: "channel", message }] });
}
