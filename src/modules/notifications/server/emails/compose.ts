import type { Email } from "#adapters/mail/mail.ts";
import { unsubscribePath } from "#core/paths.ts";
import type { ReadContext } from "#core/server/context.ts";
import type { UnsubscribeScope } from "#modules/notifications/contract/settings.ts";
import { sendsEmail } from "#modules/notifications/rules/kinds.ts";
import { digestLimits } from "#modules/notifications/rules/limits.ts";
import { cardsOf, confirmedEmailOf, timeZoneOf } from "#modules/people/server/actions.ts";

import { findPendingEmail } from "../queries.ts";
import { findSettings } from "../settings-queries.ts";
import { createUnsubscribeToken } from "../unsubscribe-token.ts";
import { type Digest, findDigest } from "./digest-queries.ts";
import { type EmailLinks, renderDigestEmail, renderNotificationEmail } from "./template.ts";

/** The email of a notification; null once it was sent, read, replaced or unsubscribed, and while the address is unconfirmed. */
export async function notificationEmail(
  ctx: ReadContext,
  notificationId: number,
  appUrl: string,
): Promise<Email | null> {
  const row = await findPendingEmail(ctx.tx, notificationId);
  const recipient = row && (await recipientOf(ctx, row.personId));
  if (!row || !recipient || !sendsEmail(recipient.settings, row.kind)) return null;
  const { personId, senderId, kind, title, description, path } = row;
  const sender = senderId === null ? undefined : (await cardsOf(ctx, [senderId])).get(senderId);
  const links = linksOf(ctx, { personId, scope: kind, appUrl });
  const content = renderNotificationEmail(
    { sender: sender?.name ?? null, kind, title, description, path },
    links,
  );
  const messageId = messageIdOf(appUrl, `notification-${row.id}`);
  return { to: recipient.to, messageId, unsubscribeUrl: links.unsubscribeUrl, ...content };
}

/** The email of a digest; null once nothing in it is left to send, and while the address is unconfirmed. */
export async function digestEmail(ctx: ReadContext, digest: Digest, appUrl: string): Promise<Email | null> {
  const { personId, digestAt } = digest;
  const recipient = await recipientOf(ctx, personId);
  if (!recipient?.settings.email) return null;
  const { to, settings } = recipient;
  const { rows, total } = await findDigest(ctx.tx, digest, { ...digestLimits, kindsOff: settings.emailOff });
  if (total === 0) return null;
  const links = linksOf(ctx, { personId, scope: "all", appUrl });
  const content = renderDigestEmail(
    { entries: rows, total, chosen: settings.emailFrequency === "hourly" },
    { ...links, timeZone: await timeZoneOf(ctx, personId) },
  );
  const messageId = messageIdOf(appUrl, `digest-${personId}-${digestAt.getTime()}`);
  return { to, messageId, unsubscribeUrl: links.unsubscribeUrl, ...content };
}

/**
 * The address for notification emails of a person, and their settings. Null until they have confirmed the address: it may
 * be someone else's.
 */
async function recipientOf(ctx: ReadContext, personId: number) {
  const to = await confirmedEmailOf(ctx, personId);
  return to === null ? null : { to, settings: await findSettings(ctx.tx, personId) };
}

function linksOf(
  ctx: ReadContext,
  { appUrl, ...claims }: { personId: number; scope: UnsubscribeScope; appUrl: string },
): EmailLinks {
  return { appUrl, unsubscribeUrl: `${appUrl}${unsubscribePath(createUnsubscribeToken(ctx, claims))}` };
}

/**
 * The same in every attempt. A server killed between the delivery and its record sends the email again, and mail systems
 * discard the second copy by its ID.
 */
function messageIdOf(appUrl: string, local: string): string {
  return `<${local}@${new URL(appUrl).hostname}>`;
}
