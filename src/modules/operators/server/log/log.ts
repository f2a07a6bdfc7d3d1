import type { Context } from "#core/server/context.ts";
import type { OperatorActionKind } from "#modules/operators/rules/actions.ts";

import { insertAction } from "./queries.ts";

/** Records an action in the log: of the actor, or without one of the command. Part of the same transaction. */
export async function logAction(
  ctx: Context,
  action: OperatorActionKind,
  about: { subjectId?: number | null; invitationId?: string; detail?: string | null } = {},
): Promise<void> {
  const { subjectId = null, invitationId = null, detail = null } = about;
  const actorId = ctx.actor?.id ?? null;
  await insertAction(ctx.tx, {
    at: ctx.now,
    action,
    actorId,
    byCommand: actorId === null,
    subjectId,
    invitationId,
    detail,
  });
}
