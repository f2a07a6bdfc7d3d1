import type { Actor, Context, Read, Run } from "#core/server/context.ts";
import { after } from "#core/time.ts";

import { sessionLength, sessionTouchEvery } from "../rules.ts";
import { findLiveSession, findSessionPerson, touchSession } from "./sessions/queries.ts";
import { hashToken, isToken } from "./tokens.ts";

export { hashPassword, verifyPassword } from "./passwords/password-hash.ts";
export { hashToken, isToken, newToken } from "./tokens.ts";

/**
 * The actor of a session token, or null. It runs on every request, so it is one query without a transaction. Use of the
 * session is recorded at most once a minute.
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

/** The person and session of a socket token, or null if it is expired, forged, or its session ended. */
export async function authenticateSocketToken(
  ctx: Context,
  socketToken: string,
): Promise<{ personId: number; sessionId: string } | null> {
  const verified = ctx.keyring.verify("socket", socketToken, ctx.now);
  const [sessionId, owner] = verified?.payload.split(":") ?? [];
  if (!sessionId) return null;
  const personId = await findSessionPerson(ctx.tx, sessionId, ctx.now);
  return personId !== null && String(personId) === owner ? { personId, sessionId } : null;
}
