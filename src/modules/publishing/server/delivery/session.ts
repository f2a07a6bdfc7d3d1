import type { Keyring } from "#core/server/keyring.ts";

const purpose = "publishing.session";

/** The URI of an upload session is a capability, and is stored encrypted. */
export function encryptSession(keyring: Keyring, sessionUri: string): string {
  return keyring.encrypt(purpose, sessionUri);
}

export function decryptSession(keyring: Keyring, encryptedSessionUri: string): string {
  return keyring.decrypt(purpose, encryptedSessionUri);
}
