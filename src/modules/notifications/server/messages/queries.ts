import { and, eq, isNull } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";

import { notifications, unseenSenders } from "../tables.ts";

interface Between {
  personId: number;
  senderId: number;
}

/** Records that a user has perhaps not seen a message of a sender. False if that is recorded already. */
export async function addUnseenSender(tx: Transaction, { personId, senderId }: Between): Promise<boolean> {
  const added = await tx
    .insert(unseenSenders)
    .values({ personId, senderId })
    .onConflictDoNothing()
    .returning({ personId: unseenSenders.personId });
  return added.length > 0;
}

function isBetween({ personId, senderId }: Between) {
  return and(eq(unseenSenders.personId, personId), eq(unseenSenders.senderId, senderId));
}

/** Deletes the record of a sender. False if there is none. */
export async function takeUnseenSender(tx: Transaction, between: Between): Promise<boolean> {
  const taken = await tx
    .delete(unseenSenders)
    .where(isBetween(between))
    .returning({ personId: unseenSenders.personId });
  return taken.length > 0;
}

function unreadAbout(about: { conversationId: number; personId: number }) {
  return and(
    eq(notifications.conversationId, about.conversationId),
    eq(notifications.personId, about.personId),
    isNull(notifications.readAt),
  );
}

/** Whether a user has an unread notification about a conversation. */
export async function hasUnread(
  tx: Reading,
  about: { conversationId: number; personId: number },
): Promise<boolean> {
  const rows = await tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(unreadAbout(about))
    .limit(1);
  return rows.length > 0;
}

/** Marks a user's notifications about a conversation as read. Returns whether one was unread. */
export async function markConversationRead(
  tx: Transaction,
  { now, ...about }: { conversationId: number; personId: number; now: Date },
): Promise<boolean> {
  const marked = await tx
    .update(notifications)
    .set({ readAt: now })
    .where(unreadAbout(about))
    .returning({ id: notifications.id });
  return marked.length > 0;
}

/** Deletes notifications about messages of a sender: the unread ones of one user, or those of all. */
export async function deleteMessagesFrom(
  tx: Transaction,
  { senderId, unreadBy }: { senderId: number; unreadBy: number | null },
): Promise<number[]> {
  const { personId, readAt } = notifications;
  const unread = unreadBy === null ? undefined : and(eq(personId, unreadBy), isNull(readAt));
  const deleted = await tx
    .delete(notifications)
    .where(and(eq(notifications.kind, "message"), eq(notifications.senderId, senderId), unread))
    .returning({ personId });
  return [...new Set(deleted.map((row) => row.personId))];
}

/** Deletes what is recorded of a user's messages, sent or received. */
export async function deletePersonUnseen(tx: Transaction, personId: number): Promise<void> {
  await tx.delete(unseenSenders).where(eq(unseenSenders.personId, personId));
  await tx.delete(unseenSenders).where(eq(unseenSenders.senderId, personId));
}
