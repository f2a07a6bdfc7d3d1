import type { Keyring } from "#core/server/keyring.ts";

/** The key that email addresses in the data of jobs are encrypted with. */
const purpose = "job:email";

export function encryptEmailAddress(keyring: Keyring, email: string): string {
  return keyring.encrypt(purpose, email);
}

export function decryptEmailAddress(keyring: Keyring, encrypted: string): string {
  return keyring.decrypt(purpose, encrypted);
}
