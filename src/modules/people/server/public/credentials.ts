import type { Context, ReadContext } from "#core/server/context.ts";
import type { User } from "#modules/people/contract/people.ts";

import { presentUser } from "../people/present.ts";
import {
  markEmailVerified,
  selectPerson,
  selectPersonByEmail,
  selectPersonForUpdate,
  updatePassword,
} from "../people/queries.ts";
import type { Person } from "../tables.ts";

export type { Person } from "../tables.ts";

/** The row of a person, also of one whose account is deleted, or null. */
export async function findPerson(ctx: ReadContext, id: number): Promise<Person | null> {
  return selectPerson(ctx.tx, id);
}

/** The person with this email, or null. */
export async function findPersonByEmail(ctx: ReadContext, email: string): Promise<Person | null> {
  return selectPersonByEmail(ctx.tx, email);
}

/** Locks and returns the row of a person until the transaction ends, or null. */
export async function lockPerson(ctx: Context, id: number): Promise<Person | null> {
  return selectPersonForUpdate(ctx.tx, id);
}

/** Replaces the password. `passwordHash` is an encoded argon2id hash. */
export async function setPassword(ctx: Context, id: number, passwordHash: string): Promise<void> {
  await updatePassword(ctx.tx, id, passwordHash);
}

/** Records that the person receives the email sent to their address. */
export async function confirmPersonEmail(ctx: Context, id: number): Promise<void> {
  await markEmailVerified(ctx.tx, id);
}

/** A person's own user, as they see it. */
export function presentOwnUser(person: Person): User {
  return presentUser(person, person.id);
}
