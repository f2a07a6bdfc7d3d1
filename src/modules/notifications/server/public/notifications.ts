import { commonError } from "#core/error.ts";
import type { PageQuery } from "#core/page.ts";
import { currentActor, type Context, type ReadContext } from "#core/server/context.ts";
import { together } from "#core/server/database.ts";
import { readIdCursor } from "#core/server/id-cursor.ts";
import type { Notification, NotificationKind, Visit } from "#modules/notifications/contract/inbox.ts";
import { notificationsRead, notified } from "#modules/notifications/realtime-messages.ts";
import {
  kinds,
  type NotificationData,
  isReadable,
  isReadAt,
  presentKind,
  sendsEmail,
  sendsPush,
  storedData,
} from "#modules/notifications/rules/kinds/index.ts";
import type { Reader } from "#modules/notifications/rules/kinds/kind.ts";
import { maxUnreadKept } from "#modules/notifications/rules/limits.ts";
import type { PersonCard } from "#modules/people/contract/people.ts";
import { personCards, personEmail } from "#modules/people/server/public/people.ts";

import type { NotificationsDependencies } from "../dependencies.ts";
import { sendNotificationEmail } from "../emails/jobs.ts";
import {
  insertNotification,
  findPage,
  findAllUnread,
  markAllRowsRead,
  markRowRead,
  markRowsRead,
  deleteUnread,
  deleteUnreadFrom,
  type Subject,
  updateUnread,
} from "../inbox/queries.ts";
import { findReader } from "../inbox/reader.ts";
import { maySendSingly } from "../limits/single-limits.ts";
import { enqueueMergedPush, enqueuePush } from "../push/jobs.ts";
import { listSubscriptions } from "../push/queries.ts";
import { findSettings } from "../settings/queries.ts";
import type { NotificationRow } from "../tables.ts";

export { sendTestPush } from "../push/test-push.ts";

/** A page of the actor's notifications or of the unread ones, newest first. */
export async function listNotifications(
  ctx: ReadContext,
  query: PageQuery & { unread?: "true" | undefined },
  { log }: Pick<NotificationsDependencies, "log">,
): Promise<{ items: Notification[]; nextCursor: string | null }> {
  const personId = currentActor(ctx).id;
  const { limit } = query;
  const rows = await findPage(ctx.tx, {
    personId,
    unreadOnly: query.unread === "true",
    before: readIdCursor(query.cursor),
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const cards = await personCards(
    ctx,
    page.map((row) => row.senderId).filter((id) => id !== null),
  );
  const reader = await findReader(ctx, personId);
  for (const row of page) {
    const { id, kind } = row;
    if (!isReadable(row, reader))
      log.warn({ notificationId: id, kind }, "A notification doesn't fit its kind.");
  }
  return {
    items: page.map((row) => present(row, cards, reader)),
    nextCursor: rows.length > limit ? String(page.at(-1)?.id) : null,
  };
}

/** Marks one of the actor's notifications as read. Fails with `not_found` for any other. */
export async function markRead(ctx: Context, id: number): Promise<void> {
  const isOwn = await markRowRead(ctx.tx, { id, personId: currentActor(ctx).id, now: ctx.now });
  if (!isOwn) throw commonError("not_found");
  ctx.notifyClients([currentActor(ctx).id], notificationsRead, {});
}

/** Marks the actor's unread notifications as read that lead to what they see. */
export async function markVisited(ctx: Context, shown: Visit): Promise<void> {
  const personId = currentActor(ctx).id;
  const unread = await findAllUnread(ctx.tx, personId);
  const reader = await findReader(ctx, personId);
  const ids = unread.filter((row) => isReadAt(row, shown, reader)).map(({ id }) => id);
  if (ids.length === 0) return;
  await markRowsRead(ctx.tx, { ids, personId, now: ctx.now });
  ctx.notifyClients([personId], notificationsRead, {});
}

export async function markAllRead(ctx: Context): Promise<void> {
  await markAllRowsRead(ctx.tx, currentActor(ctx).id, ctx.now);
  ctx.notifyClients([currentActor(ctx).id], notificationsRead, {});
}

type NewNotification = Subject & {
  personId: number;
  senderId: number | null;
  version?: number | null;
  kind: NotificationKind;
  /** Checked and reduced by the schema of the kind. */
  data: NotificationData;
};

/**
 * Stores a notification, sends it to the person's open pages and enqueues its push messages and its email. Above the
 * limits of single notifications, its email waits for a digest, and its push messages are merged. Replaces an unread
 * notification of the same kind about the same subject. Does nothing for the actor themselves and for deleted accounts.
 */
export async function notify(ctx: Context, input: NewNotification): Promise<void> {
  const { personId, senderId, taskId, version, destinationId, conversationId, invitationId, kind } = input;
  if (personId === ctx.actor?.id || (await personEmail(ctx, personId)) === null) return;
  const data = storedData(input, ctx.now);
  const [settings] = await together([
    findSettings(ctx.tx, personId),
    deleteUnread(ctx.tx, { ...input, kept: kinds[kind].separate ? maxUnreadKept - 1 : 0 }),
    ...(senderId === null ? [] : [deleteUnreadFrom(ctx.tx, { personId, senderId, kept: maxUnreadKept - 1 })]),
  ]);
  const chosenFrequency =
    ctx.settings.emailEnabled && sendsEmail(settings, kind) ? settings.emailFrequency : null;
  const browsers = sendsPush(settings, kind) ? await listSubscriptions(ctx.tx, personId) : [];
  const interrupts = chosenFrequency === "immediately" || browsers.length > 0;
  const single = interrupts && (await maySendSingly(ctx, input));
  const emailFrequency = chosenFrequency && (single ? chosenFrequency : "hourly");
  const row = await insertNotification(ctx.tx, {
    personId,
    senderId,
    taskId,
    destinationId,
    conversationId,
    invitationId,
    version,
    kind,
    data,
    emailFrequency,
    createdAt: ctx.now,
  });
  const cards = await personCards(ctx, senderId === null ? [] : [senderId]);
  ctx.notifyClients([personId], notified, present(row, cards, await findReader(ctx, personId)));
  if (single) await enqueuePush(ctx, personId, { browsers, notificationId: row.id });
  else if (browsers.length > 0) await enqueueMergedPush(ctx, personId);
  if (emailFrequency === "immediately") {
    await ctx.enqueue(sendNotificationEmail, { notificationId: row.id }, { userId: personId });
  }
}

/** Updates an unread notification of the same kind about the same subject, without sending it again. */
export async function updateNotification(
  ctx: Context,
  input: Subject & Omit<NewNotification, "senderId" | keyof Subject>,
): Promise<void> {
  await updateUnread(ctx.tx, input, input.kind, storedData(input, ctx.now));
}

function present(row: NotificationRow, cards: ReadonlyMap<number, PersonCard>, reader: Reader): Notification {
  return {
    ...presentKind(row, reader),
    id: row.id,
    kind: row.kind,
    taskId: row.taskId,
    sender: row.senderId === null ? null : (cards.get(row.senderId) ?? null),
    read: row.readAt !== null,
    time: row.createdAt.toISOString(),
  };
}
