import { and, count, desc, eq, isNull, lt } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";

import type { NotificationKind } from "../contract.ts";
import { notifications, type NotificationRow } from "./tables.ts";

export type NewNotification = Omit<typeof notifications.$inferInsert, "id" | "readAt" | "mailedAt">;

export async function insertNotification(tx: Transaction, row: NewNotification): Promise<NotificationRow> {
  const [written] = await tx.insert(notifications).values(row).returning();
  if (!written) throw new Error("The notification was not stored.");
  return written;
}

/** The notification, or null when it was mailed or read, or is no longer there. */
export async function findUnmailed(tx: Transaction, id: number): Promise<NotificationRow | null> {
  const { mailedAt, readAt } = notifications;
  const [row] = await tx
    .select()
    .from(notifications)
    .where(and(eq(notifications.id, id), isNull(mailedAt), isNull(readAt)));
  return row ?? null;
}

export async function noteMailed(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx.update(notifications).set({ mailedAt: now }).where(eq(notifications.id, id));
}

function unreadAbout(about: { personId: number; taskId: number; kind: NotificationKind }) {
  return and(
    eq(notifications.taskId, about.taskId),
    eq(notifications.kind, about.kind),
    eq(notifications.personId, about.personId),
    isNull(notifications.readAt),
  );
}

/** Removes an unread one of the same kind about the same task: the new one says it better. */
export async function removeOutdated(
  tx: Transaction,
  about: { personId: number; taskId: number; kind: NotificationKind },
): Promise<void> {
  await tx.delete(notifications).where(unreadAbout(about));
}

export async function rewordUnread(
  tx: Transaction,
  about: { personId: number; taskId: number; kind: NotificationKind },
  words: Pick<NotificationRow, "title" | "description" | "path">,
): Promise<void> {
  await tx.update(notifications).set(words).where(unreadAbout(about));
}

/** Newest first; `before` is the last id of the page before. */
export async function listRows(
  tx: Reading,
  query: { personId: number; before: number | null; limit: number },
): Promise<NotificationRow[]> {
  const older = query.before === null ? undefined : lt(notifications.id, query.before);
  return tx
    .select()
    .from(notifications)
    .where(and(eq(notifications.personId, query.personId), older))
    .orderBy(desc(notifications.id))
    .limit(query.limit);
}

/** Unread ones, counted up to `most`. */
export async function countUnread(tx: Reading, personId: number, most: number): Promise<number> {
  const some = tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(eq(notifications.personId, personId), isNull(notifications.readAt)))
    .limit(most)
    .as("some");
  const [row] = await tx.select({ unread: count() }).from(some);
  return row?.unread ?? 0;
}

/** False when the person has no such notification. One that is read stays read. */
export async function markRow(
  tx: Transaction,
  mark: { id: number; personId: number; now: Date },
): Promise<boolean> {
  const own = and(eq(notifications.id, mark.id), eq(notifications.personId, mark.personId));
  const marked = await tx
    .update(notifications)
    .set({ readAt: mark.now })
    .where(and(own, isNull(notifications.readAt)))
    .returning({ id: notifications.id });
  if (marked.length > 0) return true;
  const known = await tx.select({ id: notifications.id }).from(notifications).where(own);
  return known.length > 0;
}

export async function markAllRows(tx: Transaction, personId: number, now: Date): Promise<void> {
  await tx
    .update(notifications)
    .set({ readAt: now })
    .where(and(eq(notifications.personId, personId), isNull(notifications.readAt)));
}

/** Everything that a person has been told, oldest first. */
export async function listAllOf(tx: Transaction, personId: number) {
  const { taskId, kind, title, description, path, readAt, mailedAt, createdAt, id } = notifications;
  return tx
    .select({ taskId, kind, title, description, path, readAt, mailedAt, createdAt })
    .from(notifications)
    .where(eq(notifications.personId, personId))
    .orderBy(id);
}

/** A person who has left is told nothing any more. */
export async function deleteAllOf(tx: Transaction, personId: number): Promise<void> {
  await tx.delete(notifications).where(eq(notifications.personId, personId));
}
