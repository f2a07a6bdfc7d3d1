import { and, asc, eq, isNull, lt, lte, notInArray, sql } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";
import type { NotificationKind } from "#modules/notifications/contract/inbox.ts";
import { people } from "#modules/people/server/tables.ts";

import { isVisible } from "../inbox/queries.ts";
import { notifications, type NotificationRow } from "../tables.ts";

/** The notifications that were put together for a person at a time. */
export interface Digest {
  personId: number;
  digestAt: Date;
}

const waiting = and(
  eq(notifications.emailFrequency, "hourly"),
  isNull(notifications.digestAt),
  isNull(notifications.mailedAt),
  isNull(notifications.readAt),
);

/** People with notifications that no digest contains yet, and their time zones. */
export async function findPeopleWithoutDigest(
  tx: Reading,
): Promise<{ personId: number; timeZone: string | null }[]> {
  return tx
    .select({ personId: notifications.personId, timeZone: people.timeZone })
    .from(notifications)
    .innerJoin(people, eq(people.id, notifications.personId))
    .where(waiting)
    .groupBy(notifications.personId, people.timeZone);
}

/** Puts a person's waiting notifications from before a time into a digest; returns whether there were any. */
export async function assignDigest(tx: Transaction, digest: Digest & { before: Date }): Promise<boolean> {
  const { personId, before, digestAt } = digest;
  const assigned = await tx
    .update(notifications)
    .set({ digestAt })
    .where(and(waiting, eq(notifications.personId, personId), lt(notifications.createdAt, before)))
    .returning({ id: notifications.id });
  return assigned.length > 0;
}

/**
 * The notifications of a digest, oldest first, without those of `kindsOff`, those that were read or emailed, and those of tasks
 * to which the person has lost access, and their number. At most `perSender` rows from one sender, so that a flood doesn't hide the others, and `total` rows.
 */
export async function findDigest(
  tx: Reading,
  digest: Digest,
  limits: { perSender: number; total: number; kindsOff: readonly NotificationKind[] },
): Promise<{ rows: NotificationRow[]; total: number }> {
  const { id, senderId, taskId } = notifications;
  // Without a user as the sender, each task counts as one.
  const ofSender = sql`partition by ${senderId}, case when ${senderId} is null then ${taskId} end`;
  const ranked = tx
    .select({
      rankedId: sql<number>`${id}`.as("ranked_id"),
      rank: sql<number>`row_number() over (${ofSender} order by ${id})`.as("rank"),
      total: sql`count(*) over ()`.mapWith(Number).as("total"),
    })
    .from(notifications)
    .where(and(unsent(digest), notInArray(notifications.kind, [...limits.kindsOff]), isVisible))
    .as("ranked");
  const page = await tx
    .select({ row: notifications, total: ranked.total })
    .from(ranked)
    .innerJoin(notifications, eq(id, ranked.rankedId))
    .where(lte(ranked.rank, limits.perSender))
    .orderBy(asc(ranked.rank), asc(id))
    .limit(limits.total);
  const rows = page.map(({ row }) => row).toSorted((a, b) => a.id - b.id);
  return { rows, total: page[0]?.total ?? 0 };
}

/** Records that the email of a digest was sent, also for the notifications that it only counted. */
export async function setDigestEmailed(tx: Transaction, digest: Digest, now: Date): Promise<void> {
  await tx.update(notifications).set({ mailedAt: now }).where(unsent(digest));
}

function unsent({ personId, digestAt }: Digest) {
  const { mailedAt, readAt } = notifications;
  return and(
    eq(notifications.personId, personId),
    eq(notifications.digestAt, digestAt),
    isNull(mailedAt),
    isNull(readAt),
  );
}
