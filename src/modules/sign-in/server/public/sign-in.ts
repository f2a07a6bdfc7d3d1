import type { Actor, Context, Read, ReadContext, Run } from "#core/server/context.ts";
import { after } from "#core/time.ts";
import { isOperator, touchPerson } from "#modules/people/server/public/administration.ts";
import { sessionError } from "#modules/sign-in/contract/sessions.ts";
import { activityExactTo, sessionLength, sessionTouchInterval } from "#modules/sign-in/rules/sign-in.ts";

import { endConnectionsJob } from "../sessions/jobs.ts";
import {
  endSessions,
  findLiveSession,
  findSessionEnd,
  findSessionPerson,
  touchSession,
} from "../sessions/queries.ts";
import { hashToken, isToken } from "../sessions/tokens.ts";

export { deleteAccountData } from "../account-deletion/delete-account.ts";
export { emailResetLink } from "../account-links/jobs.ts";
export { createAccountLink } from "../account-links/links.ts";
export { answerInvitation } from "../invitations/accept.ts";
export { describeInvitation, invite, revokeInvitation } from "../invitations/invite.ts";
export { readInvitations } from "../invitations/present.ts";
export { hashPassword, verifyPassword } from "../passwords/password-hash.ts";
export { hashToken, isToken, newToken } from "../sessions/tokens.ts";

/**
 * The actor of a session token, or null. It runs on every request, so it is one query without a transaction. Use of the
 * session is recorded at most once a minute.
 */
export async function identifyByToken(
  { read, run }: { read: Read; run: Run },
  token: string,
): Promise<Actor | null> {
  if (!isToken(token)) return null;
  return read(null, async ({ tx, now, settings }) => {
    const session = await findLiveSession(tx, hashToken(token), now);
    if (!session) return null;
    const { id, personId, role, lastUsedAt } = session;
    const before = after(now, -sessionTouchInterval);
    if (lastUsedAt < before) {
      const touch = { id, before, now, expiresAt: after(now, sessionLength) };
      await run(null, async (ctx) => {
        await touchSession(ctx.tx, touch);
        await touchPerson(ctx, personId, after(now, -activityExactTo));
      });
    }
    return { id: personId, role, sessionId: id, operator: isOperator(settings, session) };
  });
}

/** Throws why the session of a token ended, unless it expired, its user logged out, or it never existed. */
export async function rejectEndedSession({ tx, now, settings }: ReadContext, token: string): Promise<void> {
  const end = await findSessionEnd(tx, hashToken(token), now);
  const { contact } = settings.signIn;
  if (end?.suspendedAt && contact !== null) {
    const message = `Your account was suspended, so you were logged out. Ask ${contact} to restore it.`;
    throw sessionError("suspended", { message });
  }
  if (end) throw sessionError(end.suspendedAt ? "suspended" : end.reason);
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

/**
 * Ends all sessions of a user for an operator and returns their ids. Their realtime connections end in all processes soon after the
 * commit, also where this process has none.
 */
export async function endPersonSessions(ctx: Context, personId: number): Promise<string[]> {
  const sessionIds = await endSessions(ctx.tx, personId, "ended_by_operator");
  if (sessionIds.length > 0) await ctx.enqueue(endConnectionsJob, { sessionIds });
  return sessionIds;
}
