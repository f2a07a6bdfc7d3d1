import { randomInt } from "node:crypto";

import type { Role } from "#core/permission.ts";
import type { Context } from "#core/server/context.ts";
import { peopleError, personCreated } from "#modules/people/contract/people.ts";
import { nameFromEmail, nameFromProfile, nameKey } from "#modules/people/rules/people.ts";

import { resemblesReservedName, nameSkeletons } from "../names/name-skeleton.ts";
import { insertPerson, isConfusable, nextPersonId, selectPersonByEmail } from "../people/queries.ts";
import type { Person } from "../tables.ts";

interface NewPerson {
  /** An id of `reservePersonId`; without one, the next id. */
  id?: number;
  email: string;
  role: Role;
  passwordHash: string | null;
  emailVerified?: boolean;
  /** The name in the profile of an identity provider, in any form. */
  profileName?: string | null;
}

/**
 * Creates a person with a unique, not confusable name derived from `profileName` if it is usable, otherwise from the email.
 * Fails with `email_taken`.
 */
export async function createPerson(
  ctx: Context,
  { profileName = null, ...input }: NewPerson,
): Promise<Person> {
  for (const suffix of nameSuffixes()) {
    const fromProfile = profileName === null ? null : nameFromProfile(profileName, suffix);
    const derived = fromProfile ?? nameFromEmail(input.email, suffix);
    const reserved = resemblesReservedName(nameSkeletons(derived));
    if (reserved && suffix === "") continue;
    // The product's name stays reserved with a suffix.
    const name = reserved ? nameFromEmail("", suffix) : derived;
    const skeletons = nameSkeletons(name);
    const row = { ...input, name, nameKey: nameKey(name), nameSkeletons: skeletons, createdAt: ctx.now };
    const confusable = await isConfusable(ctx.tx, { skeletons, personId: null });
    const person = confusable ? null : await insertPerson(ctx.tx, row);
    if (person) {
      await ctx.emit(personCreated, { personId: person.id });
      return person;
    }
    if (await selectPersonByEmail(ctx.tx, input.email)) throw peopleError("email_taken");
  }
  throw new Error("No free name was found.");
}

/** Reserves the id of a person who is created later. */
export async function reservePersonId(ctx: Context): Promise<number> {
  return nextPersonId(ctx.tx);
}

/** No suffix, small numbers, then random numbers of growing length, so that common names need few attempts. */
function* nameSuffixes(): Generator<string> {
  yield "";
  for (const number of [2, 3, 4]) yield String(number);
  for (let digits = 3; digits <= 12; digits += 1) yield String(randomInt(10 ** (digits - 1), 10 ** digits));
}
