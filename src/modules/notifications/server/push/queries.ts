import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";

import type { PushSubscriptionKeys } from "#adapters/push/push.ts";
import type { Reading, Transaction } from "#core/server/database.ts";

import { notifications, type NotificationRow, pushSubscriptions, vapidKeys } from "../tables.ts";

/** The stored keys; the private key is encrypted. */
export async function findKeys(tx: Reading): Promise<typeof vapidKeys.$inferSelect | null> {
  const [row] = await tx.select().from(vapidKeys);
  return row ?? null;
}

/** Lets one transaction at a time create or replace the keys; reading them needs no lock. */
export async function lockKeys(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table ${vapidKeys} in share row exclusive mode`);
}

/** The caller has locked the keys. */
export async function insertKeys(tx: Transaction, keys: typeof vapidKeys.$inferInsert): Promise<void> {
  await tx.insert(vapidKeys).values(keys);
}

export async function deleteKeys(tx: Transaction): Promise<void> {
  await tx.delete(vapidKeys);
}

interface NewSubscription extends PushSubscriptionKeys {
  personId: number;
  sessionId: string;
  createdAt: Date;
}

/** Stores a subscription. An endpoint belongs to one browser, and there to the user who logged in last. */
export async function upsertSubscription(tx: Transaction, subscription: NewSubscription): Promise<void> {
  const { endpoint: _, ...rest } = subscription;
  await tx
    .insert(pushSubscriptions)
    .values(subscription)
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: rest });
}

/** Deletes all but the newest subscriptions of a person. */
export async function deleteOldSubscriptions(tx: Transaction, personId: number, kept: number): Promise<void> {
  const old = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.personId, personId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .offset(kept);
  await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, old));
}

export async function listSubscriptions(tx: Reading, personId: number) {
  const { id, endpoint, createdAt } = pushSubscriptions;
  return tx
    .select({ id, endpoint, createdAt })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.personId, personId))
    .orderBy(asc(id));
}

export async function deleteSubscription(tx: Transaction, id: number): Promise<void> {
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
}

export async function deleteAllSubscriptions(tx: Transaction): Promise<void> {
  await tx.delete(pushSubscriptions);
}

export async function deleteSubscriptionsOf(tx: Transaction, personId: number): Promise<void> {
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.personId, personId));
}

/** An unread notification and a subscription of its recipient; null once either is gone or the notification is read. */
export async function findPendingPush(
  tx: Reading,
  ids: { notificationId: number; subscriptionId: number },
): Promise<{ notification: NotificationRow; subscription: PushSubscriptionKeys } | null> {
  const { endpoint, p256dh, auth, id, personId } = pushSubscriptions;
  const [row] = await tx
    .select({ notification: notifications, subscription: { endpoint, p256dh, auth } })
    .from(notifications)
    .innerJoin(pushSubscriptions, eq(personId, notifications.personId))
    .where(
      and(eq(notifications.id, ids.notificationId), eq(id, ids.subscriptionId), isNull(notifications.readAt)),
    );
  return row ?? null;
}
