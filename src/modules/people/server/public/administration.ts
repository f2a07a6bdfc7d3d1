import { commonError } from "#core/error.ts";
import type { Context, ReadContext, Settings } from "#core/server/context.ts";

import {
  changeAdministration,
  recordActivity,
  selectPersonForUpdate,
  selectStorageQuota,
} from "../people/queries.ts";
import type { Person } from "../tables.ts";

/** Whether a person is an operator: named in the settings, with a confirmed email, or made one with the command. */
export function isOperator(
  settings: Pick<Settings, "operatorEmails">,
  person: Pick<Person, "email" | "emailVerified" | "operator">,
): boolean {
  return person.operator || (person.emailVerified && settings.operatorEmails.includes(person.email));
}

/** Changes what operators decide about a person, whose row it locks and returns as it was. 404 for a deleted account. */
export async function administerPerson(
  ctx: Context,
  id: number,
  change: Partial<Pick<Person, "suspendedAt" | "operator" | "storageQuota">>,
): Promise<Person> {
  const person = await selectPersonForUpdate(ctx.tx, id);
  if (!person || person.deletedAt) throw commonError("not_found");
  await changeAdministration(ctx.tx, id, change);
  return person;
}

/** Bytes that a person may store, or null for the default of all users. */
export async function findStorageQuota(ctx: Pick<ReadContext, "tx">, id: number): Promise<number | null> {
  return selectStorageQuota(ctx.tx, id);
}

/** Records that a person uses Reelay, unless that was recorded since `before`. */
export async function touchPerson(ctx: Context, id: number, before: Date): Promise<void> {
  await recordActivity(ctx.tx, id, { now: ctx.now, before });
}
