import { timingSafeEqual } from "node:crypto";

import type { ReadContext } from "#core/server/context.ts";

const purpose = "invitation";

/**
 * The token of an invitation's link: its id and an HMAC of it, so that the inviter can copy the link again although the
 * database has no secret.
 */
export function invitationToken({ keyring }: Pick<ReadContext, "keyring">, invitationId: string): string {
  return `${invitationId}.${keyring.digest(purpose, invitationId)}`;
}

/** The id in a genuine token, or null. Compared in constant time. */
export function invitationIdIn(ctx: Pick<ReadContext, "keyring">, token: string): string | null {
  const id = token.slice(0, token.indexOf("."));
  if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) return null;
  const [expected, given] = [Buffer.from(invitationToken(ctx, id)), Buffer.from(token)];
  return expected.length === given.length && timingSafeEqual(expected, given) ? id : null;
}
