import { AppError } from "#core/error.ts";
import { findPerson } from "#modules/people/server/public/credentials.ts";
import { identityError } from "#modules/sign-in/contract/identities.ts";
import type { SignInLimits } from "#modules/sign-in/rules/sign-in.ts";

import { readFlow, completeFlow } from "../flows/flows.ts";
import { withPassword } from "../passwords/log-in.ts";
import { type Origin, type RunAct } from "../sessions/request-origin.ts";
import { startSession, type NewSession } from "../sessions/sessions.ts";
import { type IdentityDependencies, findProvider } from "./authorization.ts";
import { connectIdentity } from "./connect.ts";
import { linkFlow } from "./resolve-person.ts";

/**
 * Connects the identity of a `linkFlow` to the account with its password and logs in. It counts as a login attempt. After
 * a wrong password the flow can be completed with another attempt.
 */
export async function linkByPassword(
  run: RunAct,
  proof: { token: string | undefined; password: string },
  origin: Origin & { limits: SignInLimits; identity: IdentityDependencies["identity"] },
): Promise<NewSession> {
  const owner = await run(async (ctx) => {
    const pending = await readFlow(ctx, linkFlow, proof.token);
    return pending && findPerson(ctx, pending.personId);
  });
  if (!owner) throw identityError("sign_in_expired", "");
  const credentials = { email: owner.email, password: proof.password };
  return withPassword(run, credentials, origin, async (ctx, person) => {
    const identity = await completeFlow(ctx, linkFlow, proof.token);
    if (identity?.personId !== person.id) throw identityError("sign_in_expired", "");
    const provider = findProvider(origin, identity.provider);
    await connectIdentity(ctx, provider, person, { ...identity, address: origin.address });
    return startSession(ctx, person, origin);
  }).catch((error: unknown) => {
    throw isWrongPassword(error) ? identityError("wrong_password", "") : error;
  });
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof AppError && error.code === "wrong_credentials";
}
