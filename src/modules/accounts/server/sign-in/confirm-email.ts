import { commonError } from "#core/error.ts";
import { actorOf, type ReadContext } from "#core/server/context.ts";
import { credentialsError } from "#modules/accounts/contract/credentials.ts";

import { askForCode, type CodeOrigin } from "../codes/ask.ts";
import { withCode } from "../codes/guess.ts";
import { findPerson, markEmailVerified } from "../store/people.ts";
import type { Person } from "../tables.ts";
import type { RunAct } from "./log-in.ts";

const purpose = "confirm_email";

/** What the actor signs in with. */
export async function credentialsOf(ctx: ReadContext) {
  const { email, emailVerified, passwordHash } = await self(ctx);
  return { email, emailVerified, hasPassword: passwordHash !== null };
}

/** Mails the actor a code that confirms their email. */
export async function sendEmailCode(run: RunAct, origin: CodeOrigin & { sendsMail: boolean }): Promise<void> {
  const { email, emailVerified } = await run(self);
  if (emailVerified) throw credentialsError("email_confirmed");
  await askForCode(run, { purpose, email }, origin);
}

export async function confirmEmail(run: RunAct, code: string, origin: CodeOrigin): Promise<void> {
  const { email } = await run(self);
  await withCode(run, { email, purpose, code }, origin, (ctx, personId) =>
    markEmailVerified(ctx.tx, personId),
  );
}

async function self(ctx: ReadContext): Promise<Person> {
  const person = await findPerson(ctx.tx, actorOf(ctx).id);
  if (!person) throw commonError("unauthenticated");
  return person;
}
