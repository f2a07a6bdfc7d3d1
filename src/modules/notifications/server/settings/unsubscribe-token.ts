import { z } from "zod";

import type { ReadContext } from "#core/server/context.ts";
import { after, day } from "#core/time.ts";
import { unsubscribeScopes, type UnsubscribeScope } from "#modules/notifications/contract/settings.ts";

const purpose = "notifications.unsubscribe";
/** People unsubscribe from old emails too. */
const validFor = 365 * day;

const tokenContent = z.object({ personId: z.number().int(), scope: z.enum(unsubscribeScopes) });

/** Signed claims of an unsubscribe link: user, scope, expiry. */
export function createUnsubscribeToken(
  { keyring, now }: Pick<ReadContext, "keyring" | "now">,
  claims: { personId: number; scope: UnsubscribeScope },
): string {
  return keyring.sign(purpose, JSON.stringify(claims), after(now, validFor));
}

/** The claims of a token, or null if it is invalid or has expired. */
export function readUnsubscribeToken(
  { keyring, now }: Pick<ReadContext, "keyring" | "now">,
  token: string,
): z.output<typeof tokenContent> | null {
  const verified = keyring.verify(purpose, token, now);
  return verified && tokenContent.parse(JSON.parse(verified.payload));
}
