import { generateAuthenticationOptions, verifyAuthenticationResponse } from "@simplewebauthn/server";
import { z } from "zod";

import { lockPerson } from "#modules/people/server/actions/credentials.ts";
import { passkeyError, requestOptions, type Assertion } from "#modules/sign-in/contract/passkeys.ts";
import type { SignInLimits } from "#modules/sign-in/rules.ts";
import { challengeLifetime } from "#modules/sign-in/rules/passkeys.ts";

import { startFlow, completeFlow, defineFlow } from "../flows/flows.ts";
import { refundAttempt } from "../rate-limits/queries.ts";
import { countAttempts, refuseIfLimited } from "../rate-limits/rate-limits.ts";
import type { Origin, RunAct } from "../request-origin.ts";
import { openSession, type OpenedSession } from "../sessions/sessions.ts";
import type { Passkey } from "../tables.ts";
import { findPasskey, recordPasskeyUse } from "./queries.ts";
import { userHandleOf, type RelyingParty } from "./relying-party.ts";

export const passkeyLoginFlow = defineFlow({
  purpose: "passkey_sign_in",
  data: z.object({ challenge: z.string() }),
  lifetime: challengeLifetime,
});

const triesFrom = (address: string) => `login:address:${address}`;

/** A challenge for whoever asks, the same for everybody: it names no account. Counted as a try to log in. */
export async function beginSignIn(
  run: RunAct,
  from: { address: string; limits: SignInLimits },
  party: RelyingParty,
) {
  const counted = { key: triesFrom(from.address), limit: from.limits.loginByAddress };
  refuseIfLimited(await run((ctx) => countAttempts(ctx, [counted])));
  const generated = await generateAuthenticationOptions({
    rpID: party.id,
    timeout: challengeLifetime,
    userVerification: "required",
  });
  const options = requestOptions.parse(generated);
  const { challenge } = options;
  return { options, ticket: await run((ctx) => startFlow(ctx, passkeyLoginFlow, { challenge })) };
}

/** Signs in by a passkey's answer to the ticket's challenge. The ticket is used up first, whatever comes of it. */
export async function signInByPasskey(
  run: RunAct,
  sent: Assertion,
  origin: Origin & { ticket: string | undefined },
  party: RelyingParty,
): Promise<OpenedSession> {
  const ticket = await run((ctx) => completeFlow(ctx, passkeyLoginFlow, origin.ticket));
  if (!ticket) throw passkeyError("passkey_expired");
  return run(async (ctx) => {
    const owner = await findPasskey(ctx.tx, sent.id);
    // Locked, so that of two answers with one count only one is new; the passkey is read again behind the lock.
    const person = owner && (await lockPerson(ctx, owner.personId));
    const passkey = await findPasskey(ctx.tx, sent.id);
    if (!passkey || !person || person.deletedAt) throw passkeyError("passkey_unknown");
    const counter = await verifiedCounter(sent, passkey, ticket.challenge, party);
    await recordPasskeyUse(ctx.tx, { id: passkey.id, counter, now: ctx.now });
    await refundAttempt(ctx.tx, triesFrom(origin.address));
    return openSession(ctx, person, origin.device);
  });
}

/**
 * How often the authenticator says it has been used, from an answer that proves itself: a count that does not rise is
 * refused, where counts are used at all. The library throws for everything that is wrong with it.
 */
async function verifiedCounter(
  sent: Assertion,
  passkey: Passkey,
  expectedChallenge: string,
  party: RelyingParty,
): Promise<number> {
  const { id, rawId, type, response } = sent;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const owner = Buffer.from(userHandleOf(passkey.personId)).toString("base64url");
  const checked = await verifyAuthenticationResponse({
    response: {
      ...{ id, rawId, type, clientExtensionResults: {} },
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
