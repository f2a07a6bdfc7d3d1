import { z } from "zod";

import type { Role } from "#core/permission.ts";
import type { Context } from "#core/server/context.ts";
import { peopleError, role } from "#modules/people/contract/people.ts";
import { reservePersonId } from "#modules/people/server/public/create-person.ts";
import { findPersonByEmail } from "#modules/people/server/public/credentials.ts";
import { passkeyError, type Registration } from "#modules/sign-in/contract/passkeys.ts";
import { challengeLifetime } from "#modules/sign-in/rules/passkeys.ts";
import { signInLimits } from "#modules/sign-in/rules/sign-in.ts";

import { completeFlow, defineFlow, startFlow } from "../flows/flows.ts";
import { lockPending } from "../invitations/pending.ts";
import { countSignUp } from "../rate-limits/sign-ups.ts";
import type { Origin, RunAct } from "../sessions/request-origin.ts";
import { startSession, type NewSession } from "../sessions/sessions.ts";
import { createAccount, requireSignUp } from "../sign-up/create-account.ts";
import { creationOptionsFor, storePasskey, verifiedCredential } from "./register.ts";
import type { RelyingParty } from "./relying-party.ts";

/** The account that is created with the passkey. Its id is reserved, because the passkey contains it. */
export const passkeySignUpFlow = defineFlow({
  purpose: "passkey_sign_up",
  data: z.object({
    challenge: z.string(),
    personId: z.number(),
    email: z.string(),
    role,
    invitation: z.string(),
  }),
  lifetime: challengeLifetime,
});

interface Asked {
  email: string;
  role: Role;
  /** The token of an invitation. */
  invitation: string;
}

/**
 * The options to create a passkey for a new account, and the flow token with the challenge. Fails with `email_taken`,
 * `login_locked`, and the errors of sign-up and invitations.
 */
export async function beginSignUp(run: RunAct, asked: Asked, address: string, party: RelyingParty) {
  await countSignUp(run, address, signInLimits);
  return run(async (ctx: Context) => {
    requireSignUp(ctx, { email: asked.email }, { invitation: await lockPending(ctx, asked.invitation) });
    if (await findPersonByEmail(ctx, asked.email)) throw peopleError("email_taken");
    const personId = await reservePersonId(ctx);
    const { email } = asked;
    const options = await creationOptionsFor({ id: personId, email, name: email }, [], party);
    const { challenge } = options;
    return { options, token: await startFlow(ctx, passkeySignUpFlow, { ...asked, challenge, personId }) };
  });
}

/** Creates the account with its passkey, accepts the invitation and starts a session. Fails as `beginSignUp` does. */
export async function signUpWithPasskey(
  run: RunAct,
  sent: Registration,
  origin: Origin & { token: string | undefined },
  party: RelyingParty,
): Promise<NewSession> {
  const flow = await run((ctx) => completeFlow(ctx, passkeySignUpFlow, origin.token));
  if (!flow) throw passkeyError("passkey_expired");
  const credential = await verifiedCredential(sent, flow.challenge, party);
  const { personId: id, email, role, invitation } = flow;
  return run(async (ctx) => {
    const person = await createAccount(ctx, { id, email, role, passwordHash: null }, { invitation });
    await storePasskey(ctx, person.id, { sent, credential, userAgent: origin.device });
    return startSession(ctx, person, origin);
  });
}
