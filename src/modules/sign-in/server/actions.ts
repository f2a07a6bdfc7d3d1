import type { Actor, Context, Read, Run } from "#core/server/context.ts";
import { after } from "#core/time.ts";

import { sessionLength, sessionTouchEvery } from "../rules.ts";
import { findLiveSession, findSessionPerson, touchSession } from "./sessions/queries.ts";
import { hashToken, isToken } from "./tokens.ts";

/**
 * The person behind a session cookie's token, or null. Every request asks, so it is one statement without a transaction;
 * the session's end moves on at most once a minute.
 */
export async function identifyByToken(
  { read, run }: { read: Read; run: Run },
  token: string,
): Promise<Actor | null> {
  if (!isToken(token)) return null;
  return read(null, async ({ tx, now }) => {
    const session = await findLiveSession(tx, hashToken(token), now);
    if (!session) return null;
    const { id, personId, role, lastUsedAt } = session;
    const before = after(now, -sessionTouchEvery);
    if (lastUsedAt < before) {
      const touch = { id, before, now, expiresAt: after(now, sessionLength) };
      await run(null, (ctx) => touchSession(ctx.tx, touch));
    }
    return { id: personId, role, sessionId: id };
  });
}

/** Whom a socket token lets in, and by which session, or null: expired, forged, or its session has ended. */
export async function authenticateSocketToken(
  ctx: Context,
  socketToken: string,
): Promise<{ personId: number; sessionId: string } | null> {
  const sealed = ctx.keyring.verify("socket", socketToken, ctx.now);
  const [sessionId, owner] = sealed?.payload.split(":") ?? [];
  if (!sessionId) return null;
  const personId = await findSessionPerson(ctx.tx, sessionId, ctx.now);
  return personId !== null && String(personId) === owner ? { personId, sessionId } : null;
}
