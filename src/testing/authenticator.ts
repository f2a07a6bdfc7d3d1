import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

import type { z } from "zod";

import type { creationOptions, requestOptions } from "#modules/sign-in/contract/passkeys.ts";

/** Deviations from a correct authenticator response. */
export interface Faults {
  origin?: string;
  rpId?: string;
  challenge?: string;
  userHandle?: string;
  counter?: number;
  userVerified?: boolean;
  /** The credential id in the attestation, if it differs from the browser's. */
  credentialId?: Buffer;
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** A software passkey with one ES256 credential, created and used as by a browser on one origin. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const credentialId = randomBytes(32);
  const id = credentialId.toString("base64url");
  const credential = { id, rawId: id, type: "public-key" as const };
  let counter = 0;
  let userHandle = "";

  const clientData = (type: string, challenge: string, faults: Faults) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? origin,
        crossOrigin: false,
      }),
    );

  return {
    id,
    create: (options: z.output<typeof creationOptions>, faults: Faults = {}) => {
      userHandle = options.user.id;
      const key = cbor(
        new Map<number, Encodable>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, "base64url")],
          [-3, Buffer.from(y, "base64url")],
        ]),
      );
      const made = faults.credentialId ?? credentialId;
      const attested = Buffer.concat([Buffer.alloc(16), uint16(made.length), made, key]);
      const authData = authenticatorData(options.rp.id, 0x40, counter, faults, attested);
      const attestation = cbor(
        new Map<string, Encodable>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", authData],
        ]),
      );
      return {
        ...credential,
        authenticatorAttachment: "platform",
        response: {
          clientDataJSON: clientData("webauthn.create", options.challenge, faults).toString("base64url"),
          attestationObject: attestation.toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    get: (options: z.output<typeof requestOptions>, faults: Faults = {}) => {
      counter += 1;
      const authData = authenticatorData(options.rpId, 0, counter, faults);
      const data = clientData("webauthn.get", options.challenge, faults);
      const signature = sign("sha256", Buffer.concat([authData, sha256(data)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: data.toString("base64url"),
          authenticatorData: authData.toString("base64url"),
          signature: signature.toString("base64url"),
          userHandle: faults.userHandle ?? userHandle,
        },
      };
    },
  };
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

function uint16(number: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(number);
  return bytes;
}

/** WebAuthn, section 6.1: RP ID hash, flags (user present 0x01, verified 0x04), counter, attested credential. */
function authenticatorData(
  rpId: string,
  flags: number,
  counter: number,
  faults: Faults,
  attested = Buffer.alloc(0),
): Buffer {
  const verified = (faults.userVerified ?? true) ? 0x04 : 0;
  const count = Buffer.alloc(4);
  count.writeUInt32BE(faults.counter ?? counter);
  return Buffer.concat([
    sha256(faults.rpId ?? rpId),
    Buffer.from([flags + 0x01 + verified]),
    count,
    attested,
  ]);
}

type Encodable = number | string | Buffer | Map<number | string, Encodable>;

/** The subset of CBOR (RFC 8949) that an attestation needs. */
function cbor(value: Encodable): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([major * 32 + length]);
  if (length < 256) return Buffer.from([major * 32 + 24, length]);
  return Buffer.concat([Buffer.from([major * 32 + 25]), uint16(length)]);
}
