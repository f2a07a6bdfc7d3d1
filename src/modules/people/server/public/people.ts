import { commonError } from "#core/error.ts";
import type { Role } from "#core/permission.ts";
import { currentActor, type Actor, type Context, type ReadContext } from "#core/server/context.ts";
import { peopleError, type PersonCard, type User } from "#modules/people/contract/people.ts";
import { nameKey } from "#modules/people/rules/people.ts";
import { isRestrictedInNames } from "#modules/people/rules/restricted-names.ts";

import { resemblesReservedName, nameSkeletons } from "../names/name-skeleton.ts";
import { isNameTaken } from "../names/name-taken.ts";
import { presentCard, presentUser } from "../people/present.ts";
import {
  countPublished,
  countRating,
  findByName,
  findPeople,
  isConfusable,
  selectPerson,
  releaseName,
  lockActivePerson,
  selectPersonForUpdate,
  setMissingPicture,
  updatePerson,
} from "../people/queries.ts";

/** The cards of these people by id. Unknown ids are left out. */
export async function personCards(
  ctx: ReadContext,
  ids: readonly number[],
): Promise<Map<number, PersonCard>> {
  const wanted = [...new Set(ids)];
  const rows = wanted.length === 0 ? [] : await findPeople(ctx.tx, wanted);
  return new Map(rows.map((row) => [row.id, presentCard(row)]));
}

/** The card of a person who exists. Throws if it was not read. */
export function requireCard(cards: ReadonlyMap<number, PersonCard>, id: number): PersonCard {
  const card = cards.get(id);
  if (!card) throw new Error(`User ${id} was not found.`);
  return card;
}

/** The person with this name in any case, or else the last person who had it, or null. */
export async function personByName(
  ctx: ReadContext,
  name: string,
): Promise<{ id: number; role: Role; name: string; suspended: boolean } | null> {
  const person = await findByName(ctx.tx, nameKey(name));
  if (!person) return null;
  return { id: person.id, role: person.role, name: person.name, suspended: person.suspendedAt !== null };
}

/** The profile of a name. `editable` and `email` are only set if it is the actor's own. */
export async function profileByName(ctx: ReadContext, name: string): Promise<User | null> {
  const person = await findByName(ctx.tx, nameKey(name));
  return person && presentUser(person, ctx.actor?.id ?? null);
}

/** A person's email, or null if the account is deleted. */
export async function personEmail(ctx: ReadContext, personId: number): Promise<string | null> {
  const person = await selectPerson(ctx.tx, personId);
  return person && person.deletedAt === null ? person.email : null;
}

/** The email that a person has confirmed, or null if it is unconfirmed or the account is deleted. */
export async function confirmedEmail(ctx: ReadContext, personId: number): Promise<string | null> {
  const person = await selectPerson(ctx.tx, personId);
  return person && person.deletedAt === null && person.emailVerified ? person.email : null;
}

/** The IANA name of a person's time zone, or null if it is unknown. */
export async function personTimeZone(ctx: ReadContext, personId: number): Promise<string | null> {
  return (await selectPerson(ctx.tx, personId))?.timeZone ?? null;
}

/** Prevents the deletion of the actor's account until the transaction ends. Fails with 401 if it is already deleted. */
export async function lockActor(ctx: Context): Promise<Actor> {
  const actor = currentActor(ctx);
  if (!(await lockActivePerson(ctx.tx, actor.id))) throw commonError("unauthenticated");
  return actor;
}

/** Prevents the deletion of a user's account until the transaction ends. Returns false if it is already deleted. */
export async function lockPerson(ctx: Context, personId: number): Promise<boolean> {
  return lockActivePerson(ctx.tx, personId);
}

/** Adds one published task to the counts of its creator and editor. */
export async function addPublishedTask(
  ctx: Context,
  team: { creatorId: number; editorId: number },
): Promise<void> {
  await countPublished(ctx.tx, team);
}

/** Adds to the sum and count of an editor's ratings. For a changed rating `count` is 0 and `sum` the difference. */
export async function addRating(
  ctx: Context,
  editorId: number,
  more: { sum: number; count: number },
): Promise<void> {
  await countRating(ctx.tx, editorId, more);
}

/** Editable fields of a profile. A picture that is left out doesn't change, null removes it. */
export interface ProfileChange {
  name: string;
  bio: string | null;
  link: string | null;
  pictureFileId?: string | null;
  bannerFileId?: string | null;
}

/** Fails with `name_restricted` for unusual characters, and with `name_reserved` for a name that looks like a reserved one. */
export function requireAllowedName(name: string, skeletons: readonly string[] = nameSkeletons(name)): void {
  const code = [...name].some(isRestrictedInNames)
    ? "name_restricted"
    : resemblesReservedName(skeletons)
      ? "name_reserved"
      : null;
  if (code) throw peopleError(code, { issues: [{ path: "name", message: peopleError(code).message }] });
}

/** Fails with `name_restricted`, `name_reserved` and `name_confusable`; a name that is merely taken fails later. */
async function requireDistinctName(
  ctx: Context,
  { name, skeletons, personId }: { name: string; skeletons: string[]; personId: number },
): Promise<void> {
  requireAllowedName(name, skeletons);
  const confusable = await isConfusable(ctx.tx, { skeletons, personId });
  const owner = confusable ? await findByName(ctx.tx, nameKey(name)) : null;
  if (owner && owner.id !== personId && owner.nameKey === nameKey(name)) throw peopleError("name_taken");
  if (confusable) throw peopleError("name_confusable");
}

/** The role of an active person without a picture; null for anyone else. */
export async function findWithoutPicture(
  ctx: ReadContext,
  personId: number,
): Promise<{ id: number; role: Role } | null> {
  const person = await selectPerson(ctx.tx, personId);
  if (!person || person.deletedAt !== null || person.pictureFileId !== null) return null;
  return { id: person.id, role: person.role };
}

/** Gives an active person without a picture this one. Returns false if the person has one or has left. */
export async function addMissingPicture(ctx: Context, personId: number, fileId: string): Promise<boolean> {
  return (await setMissingPicture(ctx.tx, personId, fileId)) !== null;
}

/**
 * Changes the actor's profile. Returns it and the ids of replaced picture files. Fails with `name_taken`,
 * `name_restricted` and `name_confusable`.
 */
export async function changeProfile(
  ctx: Context,
  change: ProfileChange,
): Promise<{ user: User; replacedFileIds: string[] }> {
  const actor = currentActor(ctx);
  const before = await selectPersonForUpdate(ctx.tx, actor.id);
  if (!before) throw new Error(`There is no person ${actor.id}.`);
  const key = nameKey(change.name);
  const renamed = change.name !== before.name;
  const skeletons = nameSkeletons(change.name);
  // A name from before these rules stays valid until it changes.
  if (renamed) await requireDistinctName(ctx, { name: change.name, skeletons, personId: before.id });
  const changed = { ...change, nameKey: key, ...(renamed && { nameSkeletons: skeletons }) };
  const person = await updatePerson(ctx.tx, before, changed).catch((error: unknown) => {
    throw isNameTaken(error) ? peopleError("name_taken") : error;
  });
  if (key !== before.nameKey) {
    await releaseName(ctx.tx, { personId: actor.id, from: before.nameKey, to: key, now: ctx.now });
  }
  const replaced = [
    change.pictureFileId === undefined ? null : before.pictureFileId,
    change.bannerFileId === undefined ? null : before.bannerFileId,
  ];
  return { user: presentUser(person, actor.id), replacedFileIds: replaced.filter((id) => id !== null) };
}
