import { AppError } from "#core/error.ts";
import { findPerson } from "#modules/people/server/actions/credentials.ts";
import { googleError } from "#modules/sign-in/contract/google.ts";
import type { SignInLimits } from "#modules/sign-in/rules.ts";

import { readFlow, completeFlow } from "../flows/flows.ts";
import { withPassword } from "../passwords/log-in.ts";
import { type Origin, type RunAct } from "../request-origin.ts";
import { openSession, type OpenedSession } from "../sessions/sessions.ts";
import { connectGoogle } from "./connect.ts";
import { linkFlow } from "./resolve-person.ts";

/**
 * The password step: connects the Google account of the ticket and signs in. Counts as a try to log in; a wrong
 * password leaves the ticket for the next try.
 */
export async function linkByPassword(
  run: RunAct,
  proof: { ticket: string | undefined; password: string },
  origin: Origin & { limits: SignInLimits },
): Promise<OpenedSession> {
  const owner = await run(async (ctx) => {
    const pending = await readFlow(ctx, linkFlow, proof.ticket);
    return pending && findPerson(ctx, pending.personId);
  });
  if (!owner) throw googleError("sign_in_over");
  const credentials = { email: owner.email, password: proof.password };
  return withPassword(run, credentials, origin, async (ctx, person) => {
    const identity = await completeFlow(ctx, linkFlow, proof.ticket);
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
