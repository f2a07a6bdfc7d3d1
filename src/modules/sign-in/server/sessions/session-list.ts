import { commonError } from "#core/error.ts";
import { currentActor, type Context, type ReadContext } from "#core/server/context.ts";
import type { Session } from "#modules/sign-in/contract/sessions.ts";
import { describeUserAgent } from "#modules/sign-in/rules/user-agent.ts";

import { endSessions, listSessions } from "./queries.ts";

/** The actor's live sessions: the current one first, then by last use. */
export async function presentSessions(ctx: ReadContext): Promise<Session[]> {
  const actor = currentActor(ctx);
  const rows = await listSessions(ctx.tx, actor.id, ctx.now);
  const presented = rows.map(({ id, device, createdAt, lastUsedAt }) => ({
    id,
    device: describeUserAgent(device),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    current: id === actor.sessionId,
  }));
  return [...presented.filter(({ current }) => current), ...presented.filter(({ current }) => !current)];
}

/** Ends one of the actor's sessions. Fails with 404 for a session of another person. */
export async function endSession(ctx: Context, id: string): Promise<void> {
  const ended = await endSessions(ctx.tx, currentActor(ctx).id, "ended_by_other_device", { only: id });
  if (ended.length === 0) throw commonError("not_found");
}

/** Ends all of the actor's sessions except the current one and returns their ids. */
export async function endOtherSessions(ctx: Context): Promise<string[]> {
  const actor = currentActor(ctx);
  return endSessions(ctx.tx, actor.id, "ended_by_other_device", { except: actor.sessionId });
}
