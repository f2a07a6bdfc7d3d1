import { commonError } from "#core/error.ts";
import type { Role } from "#core/permission.ts";
import {
  actorOf,
  type Actor,
  type Context,
  type Read,
  type ReadContext,
  type Run,
} from "#core/server/context.ts";
import { after } from "#core/time.ts";

import { accountsError, type PersonCard, type User } from "../contract.ts";
import { nameKey, sessionLength, sessionTouchEvery } from "../rules.ts";
import { presentCard, presentUser } from "./present.ts";
import { hashToken, isToken } from "./sign-in/tokens.ts";
import { isNameTaken } from "./store/name-taken.ts";
import {
  countPublished,
  countRating,
  findByName,
  findPeople,
  findPerson,
  giveUpName,
  lockMember,
  lockPerson,
  updatePerson,
} from "./store/people.ts";
import { findLiveSession, findSessionPerson, touchSession } from "./store/sessions.ts";

/** The cards of these people by id; ids that nobody has are left out. */
export async function cardsOf(ctx: ReadContext, ids: readonly number[]): Promise<Map<number, PersonCard>> {
  const wanted = [...new Set(ids)];
  const rows = wanted.length === 0 ? [] : await findPeople(ctx.tx, wanted);
  return new Map(rows.map((row) => [row.id, presentCard(row)]));
}

/** Whoever has the name, without regard to case, or had it last while nobody else has taken it. */
export async function personByName(
  ctx: ReadContext,
  name: string,
): Promise<{ id: number; role: Role; name: string } | null> {
  const person = await findByName(ctx.tx, nameKey(name));
  return person && { id: person.id, role: person.role, name: person.name };
}

/** The public profile behind a name as the actor sees it: `editable` and the email only on one's own. */
export async function profileByName(ctx: ReadContext, name: string): Promise<User | null> {
  const person = await findByName(ctx.tx, nameKey(name));
  return person && presentUser(person, ctx.actor?.id ?? null);
}

/** Where a person's mail goes, or null when there is no such person any more. */
export async function emailOf(ctx: Context, personId: number): Promise<string | null> {
  const person = await findPerson(ctx.tx, personId);
  return person && person.deletedAt === null ? person.email : null;
}

/** Keeps the actor's account from being deleted before the transaction ends. 401 when it just has been. */
export async function lockActor(ctx: Context): Promise<Actor> {
  const actor = actorOf(ctx);
  if (!(await lockMember(ctx.tx, actor.id))) throw commonError("unauthenticated");
  return actor;
}

/** Counts one published task for both of its people. */
export async function notePublished(
  ctx: Context,
  team: { creatorId: number; editorId: number },
): Promise<void> {
  await countPublished(ctx.tx, team);
}

/** Adds what a rating adds to its editor's: a new one to sum and count, a changed one its difference to the sum. */
export async function noteRating(
  ctx: Context,
  editorId: number,
  more: { sum: number; count: number },
): Promise<void> {
  await countRating(ctx.tx, editorId, more);
}

/** What a person may change of their public face; a picture left out stays as it is. */
export interface ProfileChange {
  name: string;
  bio: string | null;
  link: string | null;
  pictureFileId?: string;
  bannerFileId?: string;
}

/** Changes the actor's own profile. Answers the new one and the files that are no longer shown. Fails with `name_taken`. */
export async function changeProfile(
  ctx: Context,
  change: ProfileChange,
): Promise<{ user: User; replacedFileIds: string[] }> {
  const actor = actorOf(ctx);
  const before = await lockPerson(ctx.tx, actor.id);
  if (!before) throw new Error(`There is no person ${actor.id}.`);
  const key = nameKey(change.name);
  const person = await updatePerson(ctx.tx, before, { ...change, nameKey: key }).catch((error: unknown) => {
    throw isNameTaken(error) ? accountsError("name_taken") : error;
  });
  if (key !== before.nameKey) {
    await giveUpName(ctx.tx, { personId: actor.id, from: before.nameKey, to: key, now: ctx.now });
  }
  const replaced = [
    change.pictureFileId ? before.pictureFileId : null,
    change.bannerFileId ? before.bannerFileId : null,
  ];
  return { user: presentUser(person, actor.id), replacedFileIds: replaced.filter((id) => id !== null) };
}

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
export async function socketPerson(
  ctx: Context,
  socketToken: string,
): Promise<{ personId: number; sessionId: string } | null> {
  const sealed = ctx.keyring.verify("socket", socketToken, ctx.now);
  const [sessionId, owner] = sealed?.payload.split(":") ?? [];
  if (!sessionId) return null;
  const personId = await findSessionPerson(ctx.tx, sessionId, ctx.now);
  return personId !== null && String(personId) === owner ? { personId, sessionId } : null;
}
