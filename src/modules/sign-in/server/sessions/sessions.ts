import { randomUUID } from "node:crypto";

import { type AppError, commonError } from "#core/error.ts";
import { currentActor, type Context, type ReadContext, type Settings } from "#core/server/context.ts";
import { after } from "#core/time.ts";
import { isOperator, touchPerson } from "#modules/people/server/public/administration.ts";
import { findPerson, type Person, presentOwnUser } from "#modules/people/server/public/credentials.ts";
import { signInError, type SignedInUser } from "#modules/sign-in/contract/sign-in.ts";
import { activityExactTo, sessionLength, socketTokenLength } from "#modules/sign-in/rules/sign-in.ts";

import { rememberBrowser } from "./known-browser.ts";
import { deleteSession, insertSession } from "./queries.ts";
import type { Origin } from "./request-origin.ts";
import { hashToken, newToken } from "./tokens.ts";

/** A new session: the tokens for the cookies and the user for the response. */
export interface NewSession {
  token: string;
  browserToken: string;
  user: SignedInUser;
}

/**
 * Starts a session for an authenticated person and ends the previous session of this browser. Fails with `account_suspended`, and with
 * `unauthenticated` for a deleted account.
 */
export async function startSession(
  ctx: Context,
  person: Person,
  { device, browserToken }: Pick<Origin, "device" | "browserToken">,
): Promise<NewSession> {
  if (person.deletedAt) throw commonError("unauthenticated");
  if (person.suspendedAt) throw suspended(ctx.settings);
  if (ctx.actor) await deleteSession(ctx.tx, ctx.actor.sessionId);
  const token = newToken();
  const id = randomUUID();
  await insertSession(ctx.tx, {
    id,
    personId: person.id,
    tokenHash: hashToken(token),
    device: device.slice(0, 200),
    createdAt: ctx.now,
    lastUsedAt: ctx.now,
    expiresAt: after(ctx.now, sessionLength),
  });
  await touchPerson(ctx, person.id, after(ctx.now, -activityExactTo));
  return {
    token,
    browserToken: rememberBrowser(ctx, browserToken, person.id),
    user: withSocketToken(ctx, person, id),
  };
}

/** The signed-in user with a fresh socket token. */
export async function checkAuth(ctx: ReadContext): Promise<SignedInUser> {
  const { id, sessionId } = currentActor(ctx);
  const person = await findPerson(ctx, id);
  if (!person) throw commonError("unauthenticated");
  return withSocketToken(ctx, person, sessionId);
}

export async function logOut(ctx: Context): Promise<void> {
  await deleteSession(ctx.tx, currentActor(ctx).sessionId);
}

/** The error of a suspended account, with the contact of the operator if there is one. */
function suspended({ signIn: { contact } }: Settings): AppError {
  return signInError(
    "account_suspended",
    contact === null ? {} : { message: `This account is suspended. Ask ${contact} to restore it.` },
  );
}

function withSocketToken(ctx: ReadContext, person: Person, sessionId: string): SignedInUser {
  const expires = after(ctx.now, socketTokenLength);
  const socketToken = ctx.keyring.sign("socket", `${sessionId}:${person.id}`, expires);
  return { ...presentOwnUser(person), socketToken, operator: isOperator(ctx.settings, person) };
}
