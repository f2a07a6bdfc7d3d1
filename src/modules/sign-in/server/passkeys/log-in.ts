import { z } from "zod";

import { refundAttempt } from "#core/server/rate-limit/queries.ts";
import { countAttempts } from "#core/server/rate-limit/rate-limit.ts";
import { lockPerson } from "#modules/people/server/public/credentials.ts";
import { passkeyError, requestOptions, type Assertion } from "#modules/sign-in/contract/passkeys.ts";
import { challengeLifetime } from "#modules/sign-in/rules/passkeys.ts";
import type { SignInLimits } from "#modules/sign-in/rules/sign-in.ts";

import { startFlow, completeFlow, defineFlow } from "../flows/flows.ts";
import { refuseIfLimited } from "../rate-limits/refuse.ts";
import type { Origin, RunAct } from "../sessions/request-origin.ts";
import { startSession, type NewSession } from "../sessions/sessions.ts";
import type { Passkey } from "../tables.ts";
import { findPasskey, recordPasskeyUse } from "./queries.ts";
import { encodeUserHandle, type RelyingParty } from "./relying-party.ts";
import { loadWebAuthn } from "./webauthn.ts";

export const passkeyLoginFlow = defineFlow({
  purpose: "passkey_sign_in",
  data: z.object({ challenge: z.string() }),
  lifetime: challengeLifetime,
});

/** A key of its own, so that guessing passwords doesn't prevent logins with a passkey. */
const attemptsKey = (address: string) => `passkey:address:${address}`;

/** A login challenge, independent of any account. */
export async function beginPasskeyLogin(
  run: RunAct,
  from: { address: string; limits: SignInLimits },
  party: RelyingParty,
) {
  const counted = { key: attemptsKey(from.address), limit: from.limits.passkeyByAddress };
  refuseIfLimited(await run((ctx) => countAttempts(ctx, [counted])));
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const generated = await generateAuthenticationOptions({
    rpID: party.id,
    timeout: challengeLifetime,
    userVerification: "required",
  });
  const options = requestOptions.parse(generated);
  const { challenge } = options;
  return { options, token: await run((ctx) => startFlow(ctx, passkeyLoginFlow, { challenge })) };
}

/** Logs in with a signed challenge. The flow is completed first, even if the login then fails. */
export async function logInWithPasskey(
  run: RunAct,
  sent: Assertion,
  origin: Origin & { token: string | undefined },
  party: RelyingParty,
): Promise<NewSession> {
  const flow = await run((ctx) => completeFlow(ctx, passkeyLoginFlow, origin.token));
  if (!flow) throw passkeyError("passkey_expired");
  return run(async (ctx) => {
    const owner = await findPasskey(ctx.tx, sent.id);
    // Read again after the lock, so that of two responses with the same counter one is refused.
    const person = owner && (await lockPerson(ctx, owner.personId));
    const passkey = await findPasskey(ctx.tx, sent.id);
    if (!passkey || !person || person.deletedAt) throw passkeyError("passkey_unknown");
    const counter = await verifiedCounter(sent, passkey, flow.challenge, party);
    await recordPasskeyUse(ctx.tx, { id: passkey.id, counter, now: ctx.now });
    await refundAttempt(ctx.tx, attemptsKey(origin.address));
    return startSession(ctx, person, origin);
  });
}

/**
 * Verifies the signed response and returns the authenticator's new signature counter. Fails with `passkey_refused`, also
 * if the counter didn't increase; authenticators without a counter always send 0.
 */
async function verifiedCounter(
  sent: Assertion,
  passkey: Passkey,
  expectedChallenge: string,
  party: RelyingParty,
): Promise<number> {
  const { id, rawId, type, response } = sent;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const owner = Buffer.from(encodeUserHandle(passkey.personId)).toString("base64url");
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const checked = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type,
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: passkey.id,
      publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, "base64url")),
      counter: passkey.counter,
    },
  }).catch(() => null);
  if (!checked?.verified || userHandle !== owner) throw passkeyError("passkey_refused");
  return checked.authenticationInfo.newCounter;
}
