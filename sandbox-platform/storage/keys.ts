import { generateKeyPairSync, randomBytes, randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";

import { z } from "zod";

import { durably } from "./database.ts";

const secretsSchema = z.object({
  /** The RS256 key that signs ID tokens, as a private JWK. */
  signingKey: z.looseObject({ kty: z.literal("RSA"), kid: z.string() }),
  cookieKey: z.string().min(32),
});

export type Secrets = z.infer<typeof secretsSchema>;

let secretsOfProcess: Secrets | undefined;

/** Secrets that all new sandboxes of this process share: a key takes 60 ms of the processor, and tests start many sandboxes. */
function createSecrets(): Secrets {
  return (secretsOfProcess ??= makeSecrets());
}

function makeSecrets(): Secrets {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const jwk = privateKey.export({ format: "jwk" });
  return {
    signingKey: { ...jwk, kty: "RSA", kid: randomUUID(), use: "sig", alg: "RS256" },
    cookieKey: randomBytes(32).toString("base64url"),
  };
}

/** The secrets of this sandbox: made once, then read back. */
export function loadSecrets(db: DatabaseSync): Secrets {
  const row = db.prepare("SELECT value FROM keys WHERE name = 'secrets'").get();
  if (row) return secretsSchema.parse(JSON.parse(z.string().parse(row["value"])));
  const secrets = createSecrets();
  durably(db, () =>
    db.prepare("INSERT INTO keys (name, value) VALUES ('secrets', ?)").run(JSON.stringify(secrets)),
  );
  return secrets;
}
