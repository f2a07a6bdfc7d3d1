/** WebAuthn relying party. */
export interface RelyingParty {
  /** The host name that passkeys belong to. */
  id: string;
  /** The only origin that may use them. */
  origin: string;
}

/** The relying party of an app at this URL. */
export function readRelyingParty(appUrl: string): RelyingParty {
  const { hostname, origin } = new URL(appUrl);
  return { id: hostname, origin };
}

/** WebAuthn user handle. It contains no personal data. */
export function encodeUserHandle(personId: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(String(personId));
}
