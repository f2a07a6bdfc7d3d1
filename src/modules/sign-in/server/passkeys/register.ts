import type { AttestationObject } from "@simplewebauthn/server/helpers";
import { z } from "zod";

import { commonError } from "#core/error.ts";
import { currentActor, type Context } from "#core/server/context.ts";
import { lockPerson } from "#modules/people/server/public/credentials.ts";
import {
  creationOptions,
  passkeyError,
  type Passkey,
  type Registration,
} from "#modules/sign-in/contract/passkeys.ts";
import {
  challengeLifetime,
  maxPasskeys,
  passkeyAlgorithms,
  passkeyName,
} from "#modules/sign-in/rules/passkeys.ts";

import { startFlow, completeFlow, defineFlow } from "../flows/flows.ts";
import { sendSecurityEmail } from "../security-emails/send-security-email.ts";
import { findSessionPerson } from "../sessions/queries.ts";
import type { RunAct } from "../sessions/request-origin.ts";
import type { Passkey as PasskeyRow } from "../tables.ts";
import { presentPasskey } from "./present.ts";
import { findPasskeys, insertPasskey } from "./queries.ts";
import { encodeUserHandle, type RelyingParty } from "./relying-party.ts";
import { loadWebAuthn } from "./webauthn.ts";

export const registrationFlow = defineFlow({
  purpose: "passkey_registration",
  data: z.object({ challenge: z.string(), personId: z.number() }),
  lifetime: challengeLifetime,
});

interface NewPasskey {
  id: number;
  email: string;
  name: string;
}

/** The options to create a passkey for a person. `excluded` are the passkeys that they have. */
export async function creationOptionsFor(
  { id, email, name }: NewPasskey,
  excluded: readonly Pick<PasskeyRow, "id" | "transports">[],
  party: RelyingParty,
) {
  const { generateRegistrationOptions } = await loadWebAuthn();
  const generated = await generateRegistrationOptions({
    rpName: "Reelay",
    rpID: party.id,
    userID: encodeUserHandle(id),
    userName: email,
    userDisplayName: name,
    timeout: challengeLifetime,
    attestationType: "none",
    supportedAlgorithmIDs: passkeyAlgorithms,
    excludeCredentials: excluded.map((key) => ({ id: key.id, transports: key.transports })),
    // Discoverable: login needs no email. Verified: possession of the device alone isn't enough.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return creationOptions.parse(generated);
}

/** The options to create a passkey for the actor, and the flow token with the challenge. Fails with `too_many_passkeys`. */
export async function beginRegistration(ctx: Context, party: RelyingParty) {
  const person = await lockPerson(ctx, currentActor(ctx).id);
  if (!person) throw commonError("unauthenticated");
  const existing = await findPasskeys(ctx.tx, person.id);
  if (existing.length >= maxPasskeys) throw passkeyError("too_many_passkeys");
  const options = await creationOptionsFor(person, existing, party);
  const { challenge } = options;
  return { options, token: await startFlow(ctx, registrationFlow, { challenge, personId: person.id }) };
}

/** The flow token of the browser, its `User-Agent` header and the network of its IP address. */
interface Source {
  token: string | undefined;
  userAgent: string;
  address: string;
}

/** Stores the actor's new passkey. The flow is completed first, even if the passkey is then refused. */
export async function register(
  run: RunAct,
  sent: Registration,
  source: Source,
  party: RelyingParty,
): Promise<Passkey> {
  const flow = await run((ctx) => completeFlow(ctx, registrationFlow, source.token));
  if (!flow) throw passkeyError("passkey_expired");
  const credential = await verifiedCredential(sent, flow.challenge, party);
  return run(async (ctx) => {
    const { id, sessionId } = currentActor(ctx);
    const person = await lockPerson(ctx, id);
    // A password reset may have ended the session while this waited for the lock.
    const loggedIn = (await findSessionPerson(ctx.tx, sessionId, ctx.now)) === flow.personId;
    if (!person || !loggedIn) throw passkeyError("passkey_expired");
    if ((await findPasskeys(ctx.tx, person.id)).length >= maxPasskeys) {
      throw passkeyError("too_many_passkeys");
    }
    const inserted = await storePasskey(ctx, person.id, { sent, credential, userAgent: source.userAgent });
    await sendSecurityEmail(ctx, person.id, { change: "passkey_added", address: source.address });
    return presentPasskey(inserted);
  });
}

/** Stores a verified passkey of a person. Fails with `passkey_known`. */
export async function storePasskey(
  ctx: Context,
  personId: number,
  { sent, credential, userAgent }: { sent: Registration; credential: Credential; userAgent: string },
): Promise<PasskeyRow> {
  const { transports } = sent.response;
  const inserted = await insertPasskey(ctx.tx, {
    ...credential,
    personId,
    transports,
    name: passkeyName({ attachment: sent.authenticatorAttachment, transports, userAgent }),
    createdAt: ctx.now,
    lastUsedAt: null,
  });
  if (!inserted) throw passkeyError("passkey_known");
  return inserted;
}

type Credential = Awaited<ReturnType<typeof verifiedCredential>>;

/** Verifies the browser's response and returns the credential. Fails with `passkey_refused`. */
export async function verifiedCredential(sent: Registration, expectedChallenge: string, party: RelyingParty) {
  const { id, rawId, type, response } = sent;
  const { clientDataJSON, attestationObject } = response;
  const { decodeAttestationObject, verifyRegistrationResponse } = await loadWebAuthn();
  try {
    refuseCertificates(decodeAttestationObject(Buffer.from(attestationObject, "base64url")));
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      supportedAlgorithmIDs: passkeyAlgorithms,
    });
    // The length of the id was checked on the browser's copy.
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

/** Refuses attestations with certificates: none was requested, and verifying one would fetch from its issuer. */
function refuseCertificates(attestation: AttestationObject): void {
  const format = attestation.get("fmt");
  if (format !== "none" && (format !== "packed" || attestation.get("attStmt").get("x5c"))) {
    throw passkeyError("passkey_refused");
  }
}
