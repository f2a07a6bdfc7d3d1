import { createHash, randomBytes } from "node:crypto";

/** A new token of 256 random bits, safe in a cookie. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The hash to store instead of a token. Tokens are random, so they need neither salt nor a slow hash. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** False for text that can't be a token, which saves a query. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
