import { generateAuthenticationOptions, verifyAuthenticationResponse } from "@simplewebauthn/server";
import { z } from "zod";

import { passkeyError, requestOptions, type Assertion } from "#modules/accounts/contract/passkeys.ts";
import type { AccountLimits } from "#modules/accounts/rules.ts";
import { challengeLifetime } from "#modules/accounts/rules/passkeys.ts";

import type { Origin, RunAct } from "../sign-in/log-in.ts";
import { openSession, type OpenedSession } from "../sign-in/sessions.ts";
import { countTries, refuseToWait } from "../sign-in/throttle.ts";
import { issueTicket, takeTicket, ticketKind } from "../sign-in/tickets.ts";
import { findPasskey, notePasskeyUse } from "../store/passkeys.ts";
import { lockPerson } from "../store/people.ts";
import { takeBackTry } from "../store/throttles.ts";
import type { Passkey } from "../tables.ts";
import { userHandleOf, type RelyingParty } from "./relying-party.ts";

export const signInTicket = ticketKind({
  purpose: "passkey_sign_in",
  data: z.object({ challenge: z.string() }),
  lifetime: challengeLifetime,
});

const triesFrom = (address: string) => `login:address:${address}`;

/** A challenge for whoever asks, the same for everybody: it names no account. Counted as a try to log in. */
export async function beginSignIn(
  run: RunAct,
  from: { address: string; limits: AccountLimits },
  party: RelyingParty,
) {
  const counted = { key: triesFrom(from.address), limit: from.limits.loginByAddress };
  refuseToWait(await run((ctx) => countTries(ctx, [counted])));
  const generated = await generateAuthenticationOptions({
    rpID: party.id,
    timeout: challengeLifetime,
    userVerification: "required",
  });
  const options = requestOptions.parse(generated);
  const { challenge } = options;
  return { options, ticket: await run((ctx) => issueTicket(ctx, signInTicket, { challenge })) };
}

/** Signs in by a passkey's answer to the ticket's challenge. The ticket is used up first, whatever comes of it. */
export async function signInByPasskey(
  run: RunAct,
  sent: Assertion,
  origin: Origin & { ticket: string | undefined },
  party: RelyingParty,
): Promise<OpenedSession> {
  const ticket = await run((ctx) => takeTicket(ctx, signInTicket, origin.ticket));
  if (!ticket) throw passkeyError("passkey_expired");
  return run(async (ctx) => {
    const owner = await findPasskey(ctx.tx, sent.id);
    // Locked, so that of two answers with one count only one is new; the passkey is read again behind the lock.
    const person = owner && (await lockPerson(ctx.tx, owner.personId));
    const passkey = await findPasskey(ctx.tx, sent.id);
    if (!passkey || !person || person.deletedAt) throw passkeyError("passkey_unknown");
    const counter = await verifiedCounter(sent, passkey, ticket.challenge, party);
    await notePasskeyUse(ctx.tx, { id: passkey.id, counter, now: ctx.now });
    await takeBackTry(ctx.tx, triesFrom(origin.address));
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
