import { commonError } from "#core/error.ts";
import { type Actor, actorOf, type Context } from "#core/server/context.ts";
import { accountDeletionError, accountDeleted } from "#modules/accounts/contract/leaving.ts";
import { deletionLimit } from "#modules/accounts/rules/leaving.ts";

import { askForCode, type CodeOrigin } from "../codes/ask.ts";
import { withCode } from "../codes/guess.ts";
import { sendSecurityEmail } from "../letters/tell-of-change.ts";
import type { RunAct } from "../sign-in/log-in.ts";
import { fitsPassword } from "../sign-in/passwords.ts";
import { countTries } from "../sign-in/throttle.ts";
import { erasePerson } from "../store/leaving.ts";
import { findPerson, lockPerson } from "../store/people.ts";
import { deleteSessionsOf } from "../store/sessions.ts";
import { forgetTries, forgetTriesNaming } from "../store/throttles.ts";
import type { Person } from "../tables.ts";

const purpose = "delete_account";

/** By what somebody proves that the account is theirs: the password, or without one a code in capitals. */
export interface Proof {
  password?: string | undefined;
  otp?: string | undefined;
}

/** Mails the actor a code that deletes their account. */
export async function sendDeletionCode(
  run: RunAct,
  actor: Actor,
  origin: CodeOrigin & { sendsMail: boolean },
): Promise<void> {
  const { email } = await self(run, actor);
  await askForCode(run, { purpose, email }, origin);
}

/**
 * Deletes the actor's account and answers the sessions that have ended. 422 `wrong_password`, the failures of codes,
 * 429 after too many tries, and whatever a later room refuses by; then nothing has changed.
 */
export async function deleteAccount(
  run: RunAct,
  actor: Actor,
  proof: Proof,
  origin: CodeOrigin,
): Promise<string[]> {
  const { email, passwordHash } = await self(run, actor);
  if (passwordHash === null) {
    return withCode(run, { email, purpose, code: proof.otp ?? "" }, origin, leave);
  }
  const counted = { key: `delete:person:${actor.id}`, limit: deletionLimit };
  const seconds = await run((ctx) => countTries(ctx, [counted]));
  if (seconds !== null) throw commonError("too_many", { retryAfterSeconds: seconds });
  if (!(await fitsPassword(passwordHash, proof.password ?? ""))) throw wrongPassword();
  return run(async (ctx) => {
    await forgetTries(ctx.tx, counted.key);
    return leave(ctx);
  });
}

async function self(run: RunAct, actor: Actor): Promise<Person> {
  const person = await run((ctx) => findPerson(ctx.tx, actor.id));
  if (!person) throw commonError("unauthenticated");
  return person;
}

/** The row stays for the tasks of others, without anything personal (docs/decisions/0012). */
async function leave(ctx: Context): Promise<string[]> {
  const { id } = actorOf(ctx);
  const person = await lockPerson(ctx.tx, id);
  if (!person || person.deletedAt) throw commonError("unauthenticated");
  await sendSecurityEmail(ctx, id, "account_deleted");
  const sessionIds = await deleteSessionsOf(ctx.tx, id, null);
  await erasePerson(ctx.tx, person, ctx.now);
  await forgetTriesNaming(ctx.tx, person.email);
  const pictureFileIds = [person.pictureFileId, person.bannerFileId].filter((fileId) => fileId !== null);
  await ctx.emit(accountDeleted, { personId: id, pictureFileIds });
  return sessionIds;
}

function wrongPassword(): Error {
  const { message } = accountDeletionError("wrong_password");
  return accountDeletionError("wrong_password", { issues: [{ path: "password", message }] });
}
