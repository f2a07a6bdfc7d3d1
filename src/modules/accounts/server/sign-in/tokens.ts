import { createHash, randomBytes } from "node:crypto";

/** A new session token: 256 random bits that fit into a cookie. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a token. It is random through and through, so a plain hash suffices. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** False for what can't be one of our tokens, so that junk costs no look-up. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
