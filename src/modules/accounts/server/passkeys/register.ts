import { generateRegistrationOptions, verifyRegistrationResponse } from "@simplewebauthn/server";
import { decodeAttestationObject } from "@simplewebauthn/server/helpers";
import { z } from "zod";

import { commonError } from "#core/error.ts";
import { actorOf, type Context } from "#core/server/context.ts";
import {
  creationOptions,
  passkeyError,
  type Passkey,
  type Registration,
} from "#modules/accounts/contract/passkeys.ts";
import {
  challengeLifetime,
  mostPasskeys,
  passkeyAlgorithms,
  passkeyName,
} from "#modules/accounts/rules/passkeys.ts";

import { sendSecurityEmail } from "../letters/tell-of-change.ts";
import type { RunAct } from "../sign-in/log-in.ts";
import { issueTicket, takeTicket, ticketKind } from "../sign-in/tickets.ts";
import { findPasskeys, insertPasskey } from "../store/passkeys.ts";
import { lockPerson } from "../store/people.ts";
import { findSessionPerson } from "../store/sessions.ts";
import { presentPasskey } from "./present.ts";
import { userHandleOf, type RelyingParty } from "./relying-party.ts";

export const registrationTicket = ticketKind({
  purpose: "passkey_registration",
  data: z.object({ challenge: z.string(), personId: z.number() }),
  lifetime: challengeLifetime,
});

/** What the browser needs to make a passkey for the actor, and the ticket that carries the challenge. */
export async function beginRegistration(ctx: Context, party: RelyingParty) {
  const person = await lockPerson(ctx.tx, actorOf(ctx).id);
  if (!person) throw commonError("unauthenticated");
  const own = await findPasskeys(ctx.tx, person.id);
  if (own.length >= mostPasskeys) throw passkeyError("too_many_passkeys");
  const generated = await generateRegistrationOptions({
    rpName: "Reelay",
    rpID: party.id,
    userID: userHandleOf(person.id),
    userName: person.email,
    userDisplayName: person.name,
    timeout: challengeLifetime,
    attestationType: "none",
    supportedAlgorithmIDs: passkeyAlgorithms,
    excludeCredentials: own.map(({ id, transports }) => ({ id, transports })),
    // Discoverable: signing in asks for no name. Verified: a found key or an unlocked desk must not suffice.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const options = creationOptions.parse(generated);
  const { challenge } = options;
  return { options, ticket: await issueTicket(ctx, registrationTicket, { challenge, personId: person.id }) };
}

/** Where a passkey comes from: the browser's ticket and its `User-Agent`. */
interface Source {
  ticket: string | undefined;
  userAgent: string;
}

/** Keeps the actor's new passkey. The ticket is used up first, whatever comes of it. */
export async function register(
  run: RunAct,
  sent: Registration,
  source: Source,
  party: RelyingParty,
): Promise<Passkey> {
  const ticket = await run((ctx) => takeTicket(ctx, registrationTicket, source.ticket));
  if (!ticket) throw passkeyError("passkey_expired");
  const credential = await verifiedCredential(sent, ticket.challenge, party);
  return run(async (ctx) => {
    const { id, sessionId } = actorOf(ctx);
    const person = await lockPerson(ctx.tx, id);
    // A reset password ends the sessions, and may do so while this waits for the lock.
    const stillIn = (await findSessionPerson(ctx.tx, sessionId, ctx.now)) === ticket.personId;
    if (!person || !stillIn) throw passkeyError("passkey_expired");
    if ((await findPasskeys(ctx.tx, person.id)).length >= mostPasskeys) {
      throw passkeyError("too_many_passkeys");
    }
    const { transports } = sent.response;
    const kept = await insertPasskey(ctx.tx, {
      ...credential,
      personId: person.id,
      transports,
      name: passkeyName({
        attachment: sent.authenticatorAttachment,
        transports,
        userAgent: source.userAgent,
      }),
      createdAt: ctx.now,
      lastUsedAt: null,
    });
    if (!kept) throw passkeyError("passkey_known");
    await sendSecurityEmail(ctx, person.id, "passkey_added");
    return presentPasskey(kept);
  });
}

/** Checks what the browser made. The library throws for everything that is wrong with it. */
async function verifiedCredential(sent: Registration, expectedChallenge: string, party: RelyingParty) {
  const { id, rawId, type, response } = sent;
  const { clientDataJSON, attestationObject } = response;
  try {
    refuseCertificates(attestationObject);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...{ id, rawId, type, clientExtensionResults: {} },
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      supportedAlgorithmIDs: passkeyAlgorithms,
    });
    // The browser's own word for the id is the one whose length has been checked.
    if (registrationInfo?.credential.id !== id) throw passkeyError("passkey_refused");
    const { credential } = registrationInfo;
    return {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
    };
  } catch {
    throw passkeyError("passkey_refused");
  }
}

/** No attestation was asked for; where a browser sends the key's own ("packed"), it holds no certificate to follow. */
function refuseCertificates(attestationObject: string): void {
  const attestation = decodeAttestationObject(Buffer.from(attestationObject, "base64url"));
  const format = attestation.get("fmt");
  if (format !== "none" && (format !== "packed" || attestation.get("attStmt").get("x5c"))) {
    throw passkeyError("passkey_refused");
  }
}
