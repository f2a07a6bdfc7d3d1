import { randomUUID } from "node:crypto";

import { commonError } from "#core/error.ts";
import { actorOf, type Context, type ReadContext } from "#core/server/context.ts";
import { after } from "#core/time.ts";
import type { SignedInUser } from "#modules/accounts/contract.ts";
import { sessionLength, socketTokenLength } from "#modules/accounts/rules.ts";

import { presentUser } from "../present.ts";
import { findPerson } from "../store/people.ts";
import { deleteSession, insertSession } from "../store/sessions.ts";
import type { Person } from "../tables.ts";
import { hashToken, newToken } from "./tokens.ts";

/** A session just opened: its token goes into the cookie, its user to the browser. */
export interface OpenedSession {
  token: string;
  user: SignedInUser;
}

/** Opens a session for a person who has proved to be one, and ends the one this browser had before. */
export async function openSession(ctx: Context, person: Person, device: string): Promise<OpenedSession> {
  if (person.deletedAt) throw commonError("unauthenticated");
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
  return { token, user: withSocketToken(ctx, person, id) };
}

/** The signed-in user with a fresh socket token. */
export async function checkAuth(ctx: ReadContext): Promise<SignedInUser> {
  const { id, sessionId } = actorOf(ctx);
  const person = await findPerson(ctx.tx, id);
  if (!person) throw commonError("unauthenticated");
  return withSocketToken(ctx, person, sessionId);
}

export async function logOut(ctx: Context): Promise<void> {
  await deleteSession(ctx.tx, actorOf(ctx).sessionId);
}

function withSocketToken(ctx: ReadContext, person: Person, sessionId: string): SignedInUser {
  const expires = after(ctx.now, socketTokenLength);
  const socketToken = ctx.keyring.sign("socket", `${sessionId}:${person.id}`, expires);
  return { ...presentUser(person, person.id), socketToken };
}
