import type { Email } from "#adapters/mail/mail.ts";
import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import { unsubscribePath } from "#core/paths.ts";
import type { ReadContext } from "#core/server/context.ts";
import { together } from "#core/server/database.ts";
import { formatMediaTime } from "#core/time.ts";
import type { UnsubscribeScope } from "#modules/notifications/contract/settings.ts";
import { emailTexts, kinds, presentKind, sendsEmail } from "#modules/notifications/rules/kinds/index.ts";
import { excerpt, type Reader } from "#modules/notifications/rules/kinds/kind.ts";
import { digestLimits } from "#modules/notifications/rules/limits.ts";
import { personCards, confirmedEmail } from "#modules/people/server/public/people.ts";
import { framesOfVersion } from "#modules/review/server/public/review.ts";
import { readTask } from "#modules/tasks/server/public/tasks.ts";

import { findPendingEmail } from "../inbox/queries.ts";
import { findReader } from "../inbox/reader.ts";
import { findSettings } from "../settings/queries.ts";
import { createUnsubscribeToken } from "../settings/unsubscribe-token.ts";
import type { NotificationRow } from "../tables.ts";
import { type Digest, findDigest } from "./digest-queries.ts";
import { emailPictures } from "./pictures.ts";
import { type EmailLinks, renderDigestEmail, renderNotificationEmail } from "./template.ts";

export interface EmailSources {
  /** Without a trailing slash. */
  appUrl: string;
  storage: Pick<ObjectStorage, "read" | "stat">;
}

/** The email of a notification; null once it was sent, read, replaced or unsubscribed, and while the address is unconfirmed. */
export async function notificationEmail(
  ctx: ReadContext,
  notificationId: number,
  { appUrl, storage }: EmailSources,
): Promise<Email | null> {
  const row = await findPendingEmail(ctx.tx, notificationId);
  const recipient = row && (await findRecipient(ctx, row.personId));
  if (!row || !recipient || !sendsEmail(recipient.settings, row.kind)) return null;
  const { personId, senderId, kind } = row;
  const sender = senderId === null ? undefined : (await personCards(ctx, [senderId])).get(senderId);
  const links = emailLinks(ctx, { personId, scope: kind, appUrl }, recipient.reader);
  const { pictures, shown } = await emailPictures(ctx, [row], storage);
  const content = renderNotificationEmail(
    {
      ...presentKind(row, recipient.reader),
      ...emailTexts(row, recipient.reader),
      sender: sender?.name ?? null,
      picture: shown.get(row.id),
      details: await versionDetails(ctx, row),
    },
    links,
  );
  const messageId = emailMessageId(appUrl, `notification-${row.id}`);
  return { to: recipient.to, messageId, unsubscribeUrl: links.unsubscribeUrl, ...content, pictures };
}

/** The duration of the version that a notification asks to review, and the beginning of the task's brief. */
async function versionDetails(
  ctx: ReadContext,
  { kind, taskId, version, endedBy }: NotificationRow,
): Promise<string[]> {
  if (!kinds[kind].briefed || taskId === null || version === null || endedBy !== null) return [];
  const [task, reviewed] = await together([
    readTask(ctx, taskId),
    framesOfVersion(ctx, { taskId, number: version }),
  ]);
  const frames = reviewed?.frames;
  return [
    ...(frames ? [`Duration: ${formatMediaTime((frames.frames * frames.rate.den) / frames.rate.num)}`] : []),
    `Brief: ${excerpt(task.workDescription)}`,
  ];
}

/** The email of a digest; null once nothing in it is left to send, and while the address is unconfirmed. */
export async function digestEmail(
  ctx: ReadContext,
  digest: Digest,
  { appUrl, storage }: EmailSources,
): Promise<Email | null> {
  const { personId, digestAt } = digest;
  const recipient = await findRecipient(ctx, personId);
  if (!recipient?.settings.email) return null;
  const { to, settings, reader } = recipient;
  const { rows, total } = await findDigest(ctx.tx, digest, { ...digestLimits, kindsOff: settings.emailOff });
  if (total === 0) return null;
  const links = emailLinks(ctx, { personId, scope: "all", appUrl }, reader);
  const { pictures, shown } = await emailPictures(ctx, rows, storage);
  const senders = await personCards(
    ctx,
    rows.flatMap(({ senderId }) => senderId ?? []),
  );
  const entries = rows.map((row) => {
    const { id, senderId, createdAt } = row;
    const sender = senderId === null ? undefined : senders.get(senderId);
    const { title, description, path } = presentKind(row, reader);
    return { title, description, path, createdAt, sender: sender?.name ?? null, picture: shown.get(id) };
  });
  const content = renderDigestEmail(
    { entries, total, chosen: settings.emailFrequency === "hourly" },
    { ...links, timeZone: reader.timeZone },
  );
  const messageId = emailMessageId(appUrl, `digest-${personId}-${digestAt.getTime()}`);
  return { to, messageId, unsubscribeUrl: links.unsubscribeUrl, ...content, pictures };
}

/**
 * The address for notification emails of a person, and their settings. Null until they have confirmed the address: it may
 * be someone else's.
 */
async function findRecipient(ctx: ReadContext, personId: number) {
  const to = await confirmedEmail(ctx, personId);
  if (to === null) return null;
  return { to, settings: await findSettings(ctx.tx, personId), reader: await findReader(ctx, personId) };
}

function emailLinks(
  ctx: ReadContext,
  { appUrl, ...claims }: { personId: number; scope: UnsubscribeScope; appUrl: string },
  { role }: Reader,
): EmailLinks {
  return { appUrl, role, unsubscribeUrl: `${appUrl}${unsubscribePath(createUnsubscribeToken(ctx, claims))}` };
}

/**
 * The same in every attempt. A server killed between the delivery and its record sends the email again, and mail systems
 * discard the second copy by its ID.
 */
function emailMessageId(appUrl: string, local: string): string {
  return `<${local}@${new URL(appUrl).hostname}>`;
}
