import { minute } from "#core/time.ts";

import { describeUserAgent } from "./user-agent.ts";

/** The maximum number of passkeys of an account. */
export const maxPasskeys = 10;

/** COSE numbers of Ed25519, ES256 and RS256. Every authenticator supports one of them. */
export const passkeyAlgorithms = [-8, -7, -257];

/** Lifetime of a challenge. */
export const challengeLifetime = 5 * minute;

/** A browser's report of the authenticator that stores a passkey. */
export interface PasskeyLocation {
  attachment: string | null | undefined;
  transports: readonly string[];
  userAgent: string;
}

/** The display name of a passkey: the kind of external device, or the browser that created it. */
export function passkeyName({ attachment, transports, userAgent }: PasskeyLocation): string {
  if (attachment !== "cross-platform") return describeUserAgent(userAgent);
  return transports.includes("hybrid") ? "Phone or tablet" : "Security key";
}
