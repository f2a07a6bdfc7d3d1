import { and, count, desc, eq, exists, gt, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";

import type { Reading, Transaction } from "#core/server/database.ts";
import { versionChecks } from "#modules/checks/server/tables.ts";
import { maxUnread, type NotificationKind } from "#modules/notifications/contract/inbox.ts";
import { kindNames, kinds, type NotificationData } from "#modules/notifications/rules/kinds/index.ts";
import { visibleTo } from "#modules/tasks/server/access/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import { notifications, type NotificationRow } from "../tables.ts";

export type NewNotification = Omit<
  typeof notifications.$inferInsert,
  "id" | "readAt" | "digestAt" | "mailedAt"
>;

export async function insertNotification(tx: Transaction, row: NewNotification): Promise<NotificationRow> {
  const [written] = await tx.insert(notifications).values(row).returning();
  if (!written) throw new Error("The notification was not stored.");
  return written;
}

const withoutAccess = kindNames.filter((kind) => kinds[kind].withoutAccess);

/** Whether the recipient may see a notification: they have access to its task. */
export const isVisible = or(
  isNull(notifications.taskId),
  inArray(notifications.kind, withoutAccess),
  exists(
    new QueryBuilder()
      .select({ id: tasks.id })
      .from(tasks)
      .where(and(eq(tasks.id, notifications.taskId), visibleTo(notifications.personId))),
  ),
);

/** The notification, or null once it was emailed, read or deleted, or its recipient has lost access to the task. */
export async function findPendingEmail(tx: Reading, id: number): Promise<NotificationRow | null> {
  const { mailedAt, readAt } = notifications;
  const [row] = await tx
    .select()
    .from(notifications)
    .where(and(eq(notifications.id, id), isNull(mailedAt), isNull(readAt), isVisible));
  return row ?? null;
}

export async function setEmailed(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx.update(notifications).set({ mailedAt: now }).where(eq(notifications.id, id));
}

/** The subject of a notification. */
export type Subject =
  | { taskId: number; destinationId?: undefined; conversationId?: undefined; invitationId?: undefined }
  | { taskId?: undefined; destinationId: string; conversationId?: undefined; invitationId?: undefined }
  | { taskId?: undefined; destinationId?: undefined; conversationId: number; invitationId?: undefined }
  | { taskId?: undefined; destinationId?: undefined; conversationId?: undefined; invitationId: string };

function isAbout({ taskId, destinationId, conversationId, invitationId }: Subject) {
  if (taskId !== undefined) return eq(notifications.taskId, taskId);
  if (destinationId !== undefined) return eq(notifications.destinationId, destinationId);
  return conversationId === undefined
    ? eq(notifications.invitationId, invitationId)
    : eq(notifications.conversationId, conversationId);
}

function unreadAbout(about: Subject & { personId: number }, kind: NotificationKind) {
  return and(
    isAbout(about),
    eq(notifications.kind, kind),
    eq(notifications.personId, about.personId),
    isNull(notifications.readAt),
  );
}

/** Deletes a person's unread notifications of a kind about a task or destination, except the newest `kept`. */
export async function deleteUnread(
  tx: Transaction,
  { kind, kept, ...about }: Subject & { personId: number; kind: NotificationKind; kept: number },
): Promise<void> {
  await deleteOldest(tx, unreadAbout(about, kind), kept);
}

/** Deletes a person's unread notifications from a sender, except the newest `kept`. */
export async function deleteUnreadFrom(
  tx: Transaction,
  { personId, senderId, kept }: { personId: number; senderId: number; kept: number },
): Promise<void> {
  const ofPair = and(eq(notifications.personId, personId), eq(notifications.senderId, senderId));
  await deleteOldest(tx, and(ofPair, isNull(notifications.readAt)), kept);
}

async function deleteOldest(tx: Transaction, condition: SQL | undefined, kept: number): Promise<void> {
  const { id } = notifications;
  const old = tx.select({ id }).from(notifications).where(condition).orderBy(desc(id)).offset(kept);
  await tx.delete(notifications).where(inArray(id, old));
}

export async function updateUnread(
  tx: Transaction,
  about: Subject & { personId: number },
  kind: NotificationKind,
  data: NotificationData,
): Promise<void> {
  await tx.update(notifications).set({ data }).where(unreadAbout(about, kind));
}

/** Writes the open findings of their versions into the requests to review versions of a task. Returns whose have changed. */
export async function updateFindings(tx: Transaction, taskId: number): Promise<number[]> {
  const findings = sql`to_jsonb(${versionChecks.open})`;
  const changed = await tx
    .update(notifications)
    .set({ data: sql`${notifications.data} || jsonb_build_object('findings', ${findings})` })
    .from(versionChecks)
    .where(
      and(
        eq(notifications.taskId, taskId),
        eq(notifications.kind, "ready_to_review"),
        eq(versionChecks.taskId, notifications.taskId),
        eq(versionChecks.version, notifications.version),
        sql`coalesce(${notifications.data} -> 'findings', '0') <> ${findings}`,
      ),
    )
    .returning({ personId: notifications.personId });
  return [...new Set(changed.map(({ personId }) => personId))];
}

/** Ends the notifications of these kinds about a version or a destination, and marks them as read. Returns whether there were any. */
export async function endNotifications(
  tx: Transaction,
  about: { taskId: number; version: number | null } | { destinationId: string },
  ending: { kinds: readonly NotificationKind[]; endedBy: string; senderId: number | null; now: Date },
): Promise<boolean> {
  const { now, kinds: ended, ...by } = ending;
  const subject =
    "destinationId" in about
      ? eq(notifications.destinationId, about.destinationId)
      : and(eq(notifications.taskId, about.taskId), eq(notifications.version, about.version ?? 0));
  const rows = await tx
    .update(notifications)
    .set({ ...by, readAt: sql`coalesce(${notifications.readAt}, ${now})` })
    .where(and(subject, inArray(notifications.kind, [...ended])))
    .returning({ id: notifications.id });
  return rows.length > 0;
}

/** Deletes the notifications about a version that an event has ended, for users who are notified of the event itself. */
export async function deleteEnded(
  tx: Transaction,
  { taskId, version }: { taskId: number; version: number | null },
  { kinds: ended, personIds }: { kinds: readonly NotificationKind[]; personIds: readonly number[] },
): Promise<void> {
  if (version === null || personIds.length === 0) return;
  await tx
    .delete(notifications)
    .where(
      and(
        eq(notifications.taskId, taskId),
        eq(notifications.version, version),
        inArray(notifications.kind, [...ended]),
        inArray(notifications.personId, [...personIds]),
      ),
    );
}

/** Deletes the notification of an invitation. Returns its recipient, or null if there is none. */
export async function deleteInvitationNotification(
  tx: Transaction,
  invitationId: string,
): Promise<number | null> {
  const [deleted] = await tx
    .delete(notifications)
    .where(isAbout({ invitationId }))
    .returning({ personId: notifications.personId });
  return deleted?.personId ?? null;
}

/** Newest first; `before` is the last id of the previous page. */
export async function findPage(
  tx: Reading,
  query: { personId: number; unreadOnly: boolean; before: number | null; limit: number },
): Promise<NotificationRow[]> {
  const older = query.before === null ? undefined : lt(notifications.id, query.before);
  const unread = query.unreadOnly ? isNull(notifications.readAt) : undefined;
  return tx
    .select()
    .from(notifications)
    .where(and(eq(notifications.personId, query.personId), unread, older, isVisible))
    .orderBy(desc(notifications.id))
    .limit(query.limit);
}

/** The numbers of unread notifications, and of those that are not about messages; each at most `maxUnread`. */
export async function countUnread(
  tx: Reading,
  personId: number,
): Promise<{ unread: number; besidesMessages: number }> {
  const counted = tx
    .select({ kind: notifications.kind })
    .from(notifications)
    .where(and(eq(notifications.personId, personId), isNull(notifications.readAt), isVisible))
    .limit(maxUnread)
    .as("counted");
  const besidesMessages = sql`count(*) filter (where ${counted.kind} <> 'message')`.mapWith(Number);
  const [row] = await tx.select({ unread: count(), besidesMessages }).from(counted);
  return row ?? { unread: 0, besidesMessages: 0 };
}

/** False when the person has no such notification; does nothing when it is already read. */
export async function markRowRead(
  tx: Transaction,
  mark: { id: number; personId: number; now: Date },
): Promise<boolean> {
  const ofReader = and(eq(notifications.id, mark.id), eq(notifications.personId, mark.personId));
  const marked = await tx
    .update(notifications)
    .set({ readAt: mark.now })
    .where(and(ofReader, isNull(notifications.readAt)))
    .returning({ id: notifications.id });
  if (marked.length > 0) return true;
  const existing = await tx.select({ id: notifications.id }).from(notifications).where(ofReader);
  return existing.length > 0;
}

/** A person's unread notifications. */
export async function findAllUnread(tx: Reading, personId: number): Promise<NotificationRow[]> {
  return tx
    .select()
    .from(notifications)
    .where(and(eq(notifications.personId, personId), isNull(notifications.readAt)));
}

/** Marks some of a person's notifications as read. */
export async function markRowsRead(
  tx: Transaction,
  { ids, personId, now }: { ids: readonly number[]; personId: number; now: Date },
): Promise<void> {
  await tx
    .update(notifications)
    .set({ readAt: now })
    .where(
      and(
        eq(notifications.personId, personId),
        inArray(notifications.id, [...ids]),
        isNull(notifications.readAt),
      ),
    );
}

export async function markAllRowsRead(tx: Transaction, personId: number, now: Date): Promise<void> {
  await tx
    .update(notifications)
    .set({ readAt: now })
    .where(and(eq(notifications.personId, personId), isNull(notifications.readAt)));
}

/** Notifications of a person after an id, oldest first. */
export async function listAllNotifications(
  tx: Reading,
  query: { personId: number; after: number; limit: number },
): Promise<NotificationRow[]> {
  return tx
    .select()
    .from(notifications)
    .where(and(eq(notifications.personId, query.personId), gt(notifications.id, query.after), isVisible))
    .orderBy(notifications.id)
    .limit(query.limit);
}

export async function deleteAllNotifications(tx: Transaction, personId: number): Promise<void> {
  await tx.delete(notifications).where(eq(notifications.personId, personId));
}
