import { minute } from "#core/time.ts";

import { deviceInWords } from "./device.ts";

/** Most passkeys that one account keeps. */
export const mostPasskeys = 10;

/** Signatures that authenticators are asked for: Ed25519, ES256, RS256 (COSE numbers), which every one has one of. */
export const passkeyAlgorithms = [-8, -7, -257];

/** How long a challenge may be answered. */
export const challengeLifetime = 5 * minute;

/** What a browser tells of where a passkey is kept. */
export interface PasskeyPlace {
  attachment: string | null | undefined;
  transports: readonly string[];
  userAgent: string;
}

/** A passkey's name: the phone or the key that it is on, else the browser that made it. */
export function passkeyName({ attachment, transports, userAgent }: PasskeyPlace): string {
  if (attachment !== "cross-platform") return deviceInWords(userAgent);
  return transports.includes("hybrid") ? "Phone or tablet" : "Security key";
}
