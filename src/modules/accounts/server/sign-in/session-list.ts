import { commonError } from "#core/error.ts";
import { actorOf, type Context, type ReadContext } from "#core/server/context.ts";
import type { Session } from "#modules/accounts/contract/sessions.ts";
import { deviceInWords } from "#modules/accounts/rules/device.ts";

import { deleteSessionOf, deleteSessionsOf, listSessions } from "../store/sessions.ts";

/** Where the actor is signed in, the present session first. */
export async function sessionsOf(ctx: ReadContext): Promise<Session[]> {
  const actor = actorOf(ctx);
  const rows = await listSessions(ctx.tx, actor.id, ctx.now);
  const shown = rows.map(({ id, device, createdAt, lastUsedAt }) => ({
    id,
    device: deviceInWords(device),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    current: id === actor.sessionId,
  }));
  return [...shown.filter(({ current }) => current), ...shown.filter(({ current }) => !current)];
}

/** Ends one of the actor's sessions; 404 for any other. */
export async function endSession(ctx: Context, id: string): Promise<void> {
  const own = await deleteSessionOf(ctx.tx, actorOf(ctx).id, id);
  if (!own) throw commonError("not_found");
}

/** Ends all of the actor's sessions but the present one; answers their ids. */
export async function endOtherSessions(ctx: Context): Promise<string[]> {
  const actor = actorOf(ctx);
  return deleteSessionsOf(ctx.tx, actor.id, actor.sessionId);
}
