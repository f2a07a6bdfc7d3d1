import type { Email } from "#adapters/mail/mail.ts";
import type { ReadContext } from "#core/server/context.ts";
import { cardsOf, emailOf, timeZoneOf } from "#modules/people/server/actions.ts";

import type { UnsubscribeScope } from "../contract/settings.ts";
import { sendsEmail } from "../rules/kinds.ts";
import { findDigest } from "./digests/queries.ts";
import { type EmailLinks, renderDigestEmail, renderNotificationEmail } from "./email-template.ts";
import { findPendingEmail } from "./queries.ts";
import { findSettings } from "./settings-queries.ts";
import { createUnsubscribeToken } from "./unsubscribe-token.ts";

/** An email and the notifications that it contains. */
export interface PendingEmail {
  email: Email;
  notificationIds: number[];
}

/** The email of a notification; null once it was sent, read, replaced or unsubscribed. */
export async function notificationEmail(
  ctx: ReadContext,
  notificationId: number,
  appUrl: string,
): Promise<PendingEmail | null> {
  const row = await findPendingEmail(ctx.tx, notificationId);
  const to = row && (await emailOf(ctx, row.personId));
  if (!row || !to || !sendsEmail(await findSettings(ctx.tx, row.personId), row.kind)) return null;
  const { personId, senderId, kind, title, description, path } = row;
  const sender = senderId === null ? undefined : (await cardsOf(ctx, [senderId])).get(senderId);
  const links = linksOf(ctx, { personId, scope: kind, appUrl });
  const content = renderNotificationEmail(
    { sender: sender?.name ?? null, kind, title, description, path },
    links,
  );
  const messageId = messageIdOf(appUrl, `notification-${row.id}`);
  const email = { to, messageId, unsubscribeUrl: links.unsubscribeUrl, ...content };
  return { email, notificationIds: [row.id] };
}

/** The email of a digest; null once nothing in it is left to send. */
export async function digestEmail(
  ctx: ReadContext,
  digest: { personId: number; digestAt: Date },
  appUrl: string,
): Promise<PendingEmail | null> {
  const { personId, digestAt } = digest;
  const to = await emailOf(ctx, personId);
  if (!to) return null;
  const settings = await findSettings(ctx.tx, personId);
  const rows = (await findDigest(ctx.tx, digest)).filter(({ kind }) => sendsEmail(settings, kind));
  if (rows.length === 0) return null;
  const links = linksOf(ctx, { personId, scope: "all", appUrl });
  const content = renderDigestEmail(rows, { ...links, timeZone: await timeZoneOf(ctx, personId) });
  const messageId = messageIdOf(appUrl, `digest-${personId}-${digestAt.getTime()}`);
  const email = { to, messageId, unsubscribeUrl: links.unsubscribeUrl, ...content };
  return { email, notificationIds: rows.map(({ id }) => id) };
}

function linksOf(
  ctx: ReadContext,
  { appUrl, ...claims }: { personId: number; scope: UnsubscribeScope; appUrl: string },
): EmailLinks {
  return { appUrl, unsubscribeUrl: `${appUrl}/unsubscribe/${createUnsubscribeToken(ctx, claims)}` };
}

/**
 * The same in every attempt. A server killed between the delivery and its record sends the email again, and mail systems
 * discard the second copy by its ID.
 */
function messageIdOf(appUrl: string, local: string): string {
  return `<${local}@${new URL(appUrl).hostname}>`;
}
