import { timingSafeEqual } from "node:crypto";

import type { ReadContext } from "#core/server/context.ts";

const purpose = "guest-link";

/**
 * The secret of a link: an HMAC of its id, so that its creator can copy the link again although the database has no secret
 * that a copy of it would disclose.
 */
export function linkSecret(ctx: ReadContext, linkId: string): string {
  return ctx.keyring.digest(purpose, linkId);
}

/** Whether this is the secret of the link, compared in constant time. */
export function isLinkSecret(ctx: ReadContext, linkId: string, secret: string): boolean {
  const [expected, given] = [Buffer.from(linkSecret(ctx, linkId)), Buffer.from(secret)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}
