import { and, asc, eq, isNull, lt } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";
import { people } from "#modules/people/server/tables.ts";

import { notifications, type NotificationRow } from "../tables.ts";

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
export async function assignDigest(
  tx: Transaction,
  digest: { personId: number; before: Date; digestAt: Date },
): Promise<boolean> {
  const { personId, before, digestAt } = digest;
  const assigned = await tx
    .update(notifications)
    .set({ digestAt })
    .where(and(waiting, eq(notifications.personId, personId), lt(notifications.createdAt, before)))
    .returning({ id: notifications.id });
  return assigned.length > 0;
}

/** The notifications of a digest, oldest first, without those that were read or emailed. */
export async function findDigest(
  tx: Reading,
  digest: { personId: number; digestAt: Date },
): Promise<NotificationRow[]> {
  const { personId, digestAt, mailedAt, readAt, id } = notifications;
  return tx
    .select()
    .from(notifications)
    .where(
      and(eq(personId, digest.personId), eq(digestAt, digest.digestAt), isNull(mailedAt), isNull(readAt)),
    )
    .orderBy(asc(id));
}
