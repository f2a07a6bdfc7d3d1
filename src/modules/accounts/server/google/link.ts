import { AppError } from "#core/error.ts";
import { googleError } from "#modules/accounts/contract/google.ts";
import type { AccountLimits } from "#modules/accounts/rules.ts";

import { withPassword, type Origin, type RunAct } from "../sign-in/log-in.ts";
import { openSession, type OpenedSession } from "../sign-in/sessions.ts";
import { readTicket, takeTicket } from "../sign-in/tickets.ts";
import { findPerson } from "../store/people.ts";
import { connectGoogle } from "./connecting.ts";
import { linkTicket } from "./enter.ts";

/**
 * The password step: connects the Google account of the ticket and signs in. Counts as a try to log in; a wrong
 * password leaves the ticket for the next try.
 */
export async function linkByPassword(
  run: RunAct,
  proof: { ticket: string | undefined; password: string },
  origin: Origin & { limits: AccountLimits },
): Promise<OpenedSession> {
  const owner = await run(async (ctx) => {
    const pending = await readTicket(ctx, linkTicket, proof.ticket);
    return pending && findPerson(ctx.tx, pending.personId);
  });
  if (!owner) throw googleError("sign_in_over");
  const credentials = { email: owner.email, password: proof.password };
  return withPassword(run, credentials, origin, async (ctx, person) => {
    const identity = await takeTicket(ctx, linkTicket, proof.ticket);
    if (identity?.personId !== person.id) throw googleError("sign_in_over");
    await connectGoogle(ctx, person, identity);
    return openSession(ctx, person, origin.device);
  }).catch((error: unknown) => {
    throw isWrongPassword(error) ? googleError("wrong_password") : error;
  });
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof AppError && error.code === "wrong_credentials";
}
