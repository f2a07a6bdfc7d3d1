import { and, asc, desc, eq, inArray, isNull, notInArray, sql } from "drizzle-orm";

import type { PushSubscriptionKeys } from "#adapters/push/push.ts";
import type { Reading, Transaction } from "#core/server/database.ts";
import type { NotificationKind } from "#modules/notifications/contract/inbox.ts";

import { isVisible } from "../inbox/queries.ts";
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

export async function deletePersonSubscriptions(tx: Transaction, personId: number): Promise<void> {
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.personId, personId));
}

/** A subscription and the user whose browser it is; null once it has ended. */
export async function findSubscription(
  tx: Reading,
  subscriptionId: number,
): Promise<{ personId: number; keys: PushSubscriptionKeys } | null> {
  const { endpoint, p256dh, auth, id, personId } = pushSubscriptions;
  const [row] = await tx
    .select({ personId, keys: { endpoint, p256dh, auth } })
    .from(pushSubscriptions)
    .where(eq(id, subscriptionId));
  return row ?? null;
}

/**
 * A person's unread notification with this id, or with null their latest one, of a kind that is not in `kindsOff` and not of a
 * task to which they have lost access.
 */
export async function findUnread(
  tx: Reading,
  wanted: { personId: number; id: number | null; kindsOff: readonly NotificationKind[] },
): Promise<NotificationRow | null> {
  const { personId, id, readAt, kind } = notifications;
  const [row] = await tx
    .select()
    .from(notifications)
    .where(
      and(
        eq(personId, wanted.personId),
        isNull(readAt),
        notInArray(kind, [...wanted.kindsOff]),
        isVisible,
        wanted.id === null ? undefined : eq(id, wanted.id),
      ),
    )
    .orderBy(desc(id))
    .limit(1);
  return row ?? null;
}
