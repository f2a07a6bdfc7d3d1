import { commonError } from "#core/error.ts";
import { currentActor, type ReadContext } from "#core/server/context.ts";
import { confirmPersonEmail, findPerson, type Person } from "#modules/people/server/public/credentials.ts";
import { codeError } from "#modules/sign-in/contract/one-time-codes.ts";

import type { RunAct } from "../sessions/request-origin.ts";
import { redeemCode } from "./redeem-code.ts";
import { requestCode, type CodeRequestOrigin } from "./request-code.ts";

const purpose = "confirm_email";

/** Emails the actor a code to confirm their email. Fails with `email_confirmed`. */
export async function sendEmailCode(run: RunAct, origin: CodeRequestOrigin): Promise<void> {
  const { email, emailVerified } = await run(requirePerson);
  if (emailVerified) throw codeError("email_confirmed");
  await requestCode(run, { purpose, email }, origin);
}

export async function confirmEmail(run: RunAct, code: string, origin: CodeRequestOrigin): Promise<void> {
  const { email } = await run(requirePerson);
  await redeemCode(run, { email, purpose, code }, origin, (ctx, personId) =>
    confirmPersonEmail(ctx, personId),
  );
}

async function requirePerson(ctx: ReadContext): Promise<Person> {
  const person = await findPerson(ctx, currentActor(ctx).id);
  if (!person) throw commonError("unauthenticated");
  return person;
}
