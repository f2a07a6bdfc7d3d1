import { commonError } from "#core/error.ts";
import { type Actor, type Context } from "#core/server/context.ts";
import { clearAttempts } from "#core/server/rate-limit/queries.ts";
import { countAttempts } from "#core/server/rate-limit/rate-limit.ts";
import { findPerson, lockPerson, type Person } from "#modules/people/server/public/credentials.ts";
import { deletePerson } from "#modules/people/server/public/delete-person.ts";
import { accountDeletionError } from "#modules/sign-in/contract/account-deletion.ts";
import { deletionLimit } from "#modules/sign-in/rules/account-deletion.ts";

import { deletePersonInvitations } from "../invitations/queries.ts";
import { deleteOtherSignInMethods } from "../methods/sign-in-methods.ts";
import { deleteCodes } from "../one-time-codes/queries.ts";
import { redeemCode } from "../one-time-codes/redeem-code.ts";
import { type CodeRequestOrigin, requestCode } from "../one-time-codes/request-code.ts";
import { verifyPassword } from "../passwords/password-hash.ts";
import { clearAttemptsOfEmail } from "../rate-limits/clear.ts";
import { sendSecurityEmail } from "../security-emails/send-security-email.ts";
import { endSessions } from "../sessions/queries.ts";
import type { RunAct } from "../sessions/request-origin.ts";

const purpose = "delete_account";

/** Proof that the account is the actor's: its password, or for an account without one a code in capitals. */
export interface Proof {
  password?: string | undefined;
  otp?: string | undefined;
}

/** Emails the actor a code that deletes their account. */
export async function sendDeletionCode(run: RunAct, actor: Actor, origin: CodeRequestOrigin): Promise<void> {
  const { email } = await readPerson(run, actor);
  await requestCode(run, { purpose, email }, origin);
}

/**
 * Deletes the actor's account and returns the ids of the sessions that ended. Fails with 422 `wrong_password`, the
 * errors of one-time codes, 429 after too many attempts, and with the error of an event handler that refuses the
 * deletion; then nothing has changed.
 */
export async function deleteAccount(
  run: RunAct,
  actor: Actor,
  proof: Proof,
  origin: CodeRequestOrigin,
): Promise<string[]> {
  const { email, passwordHash } = await readPerson(run, actor);
  if (passwordHash === null) {
    const act = (ctx: Context) => deleteAccountData(ctx, actor.id, origin.address);
    return redeemCode(run, { email, purpose, code: proof.otp ?? "" }, origin, act);
  }
  const counted = { key: `delete:person:${actor.id}`, limit: deletionLimit };
  const seconds = await run((ctx) => countAttempts(ctx, [counted]));
  if (seconds !== null) throw commonError("too_many", { retryAfterSeconds: seconds });
  if (!(await verifyPassword(passwordHash, proof.password ?? ""))) throw wrongPassword();
  return run(async (ctx) => {
    await clearAttempts(ctx.tx, [counted.key]);
    return deleteAccountData(ctx, actor.id, origin.address);
  });
}

async function readPerson(run: RunAct, actor: Actor): Promise<Person> {
  const person = await run((ctx) => findPerson(ctx, actor.id));
  if (!person) throw commonError("unauthenticated");
  return person;
}

/**
 * Deletes an account and returns the ids of the sessions that ended. `address` is the network that the request came from;
 * null for a deletion that is not limited by it. Fails with the error of an event handler that refuses the deletion.
 */
export async function deleteAccountData(ctx: Context, id: number, address: string | null): Promise<string[]> {
  const person = await lockPerson(ctx, id);
  if (!person || person.deletedAt) throw commonError("unauthenticated");
  await sendSecurityEmail(ctx, id, { change: "account_deleted", address });
  const sessionIds = await endSessions(ctx.tx, id, null);
  await deleteCodes(ctx.tx, id);
  await deletePersonInvitations(ctx.tx, id);
  await deleteOtherSignInMethods(ctx.tx, id);
  await clearAttemptsOfEmail(ctx.tx, person.email);
  await deletePerson(ctx, person);
  return sessionIds;
}

function wrongPassword(): Error {
  const { message } = accountDeletionError("wrong_password");
  return accountDeletionError("wrong_password", { issues: [{ path: "password", message }] });
}
