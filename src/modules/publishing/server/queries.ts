import { and, eq, isNotNull, isNull, lt, ne } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";

import type { DeliveryStep } from "../rules/progress.ts";
import { authorizations, channels, deliveries } from "./tables.ts";

export type ChannelRow = typeof channels.$inferSelect;
export type ChannelChange = Partial<Omit<ChannelRow, "personId">>;
export type AuthorizationRow = typeof authorizations.$inferSelect;
export type DeliveryRow = typeof deliveries.$inferSelect;
export type NewDelivery = typeof deliveries.$inferInsert;
export type DeliveryChange = Partial<Omit<NewDelivery, "taskId">>;

export async function findChannel(tx: Reading, personId: number): Promise<ChannelRow | null> {
  const [row] = await tx.select().from(channels).where(eq(channels.personId, personId));
  return row ?? null;
}

export async function saveChannel(tx: Transaction, channel: ChannelRow): Promise<void> {
  const { personId: _, ...rest } = channel;
  await tx.insert(channels).values(channel).onConflictDoUpdate({ target: channels.personId, set: rest });
}

/** Identifies a connection: a user may have replaced it since it was read. */
type Connection = Pick<ChannelRow, "personId" | "connectedAt">;

const isConnection = ({ personId, connectedAt }: Connection) =>
  and(eq(channels.personId, personId), eq(channels.connectedAt, connectedAt));

/** Changes a connection unless it was replaced since it was read. */
export async function changeChannel(tx: Transaction, read: Connection, change: ChannelChange): Promise<void> {
  await tx.update(channels).set(change).where(isConnection(read));
}

/** Deletes a connection unless it was replaced since it was read. */
export async function deleteChannel(tx: Transaction, read: Connection): Promise<void> {
  await tx.delete(channels).where(isConnection(read));
}

/** Users with a working connection whose channel data was last read before `moment`. */
export async function findUncheckedSince(tx: Transaction, moment: Date): Promise<number[]> {
  const rows = await tx
    .select({ personId: channels.personId })
    .from(channels)
    .where(and(lt(channels.checkedAt, moment), isNull(channels.brokenAt)));
  return rows.map((row) => row.personId);
}

/** Deletes connections that broke before `moment` and were not renewed. */
export async function deleteBrokenSince(tx: Transaction, moment: Date): Promise<void> {
  await tx.delete(channels).where(and(isNotNull(channels.brokenAt), lt(channels.brokenAt, moment)));
}

/** Saves a user's pending authorization; a new one replaces the old one. */
export async function saveAuthorization(tx: Transaction, authorization: AuthorizationRow): Promise<void> {
  const { personId: _, ...rest } = authorization;
  await tx
    .insert(authorizations)
    .values(authorization)
    .onConflictDoUpdate({ target: authorizations.personId, set: rest });
}

/** Deletes and returns the user's pending authorization, so that it cannot be used a second time. */
export async function takeAuthorization(tx: Transaction, personId: number): Promise<AuthorizationRow | null> {
  const [row] = await tx.delete(authorizations).where(eq(authorizations.personId, personId)).returning();
  return row ?? null;
}

export async function deleteExpiredAuthorizations(tx: Transaction, now: Date): Promise<void> {
  await tx.delete(authorizations).where(lt(authorizations.expiresAt, now));
}

const inProgress = and(isNull(deliveries.problemCode), ne(deliveries.step, "done"));

export async function findDelivery(tx: Reading, taskId: number): Promise<DeliveryRow | null> {
  const [row] = await tx.select().from(deliveries).where(eq(deliveries.taskId, taskId));
  return row ?? null;
}

/** The delivery, if it is neither finished nor failed. */
export async function findInProgress(tx: Reading, taskId: number): Promise<DeliveryRow | null> {
  const [row] = await tx
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.taskId, taskId), inProgress));
  return row ?? null;
}

export async function listInProgress(tx: Reading): Promise<number[]> {
  const rows = await tx.select({ taskId: deliveries.taskId }).from(deliveries).where(inProgress);
  return rows.map((row) => row.taskId);
}

/** A change after which an upload starts from its first byte. */
export const noSession = {
  encryptedSessionUri: null,
  sessionStartedAt: null,
  sessionTitle: null,
  lastChunkAt: null,
  sentBytes: 0,
} satisfies DeliveryChange;

/** Saves a new delivery; it replaces the finished one of an earlier version of the task. */
export async function saveDelivery(tx: Transaction, delivery: NewDelivery): Promise<void> {
  const row = {
    ...noSession,
    problemCode: null,
    skipThumbnail: false,
    platformVideoId: null,
    watchUrl: null,
    publishAt: null,
    shownVisibility: null,
    publicAt: null,
    finishedAt: null,
    ...delivery,
  };
  await tx.insert(deliveries).values(row).onConflictDoUpdate({ target: deliveries.taskId, set: row });
}

/**
 * Changes a delivery that is in progress at `step`. False if it no longer is, so that a worker that has lost its lock
 * changes nothing.
 */
export async function changeInProgress(
  tx: Transaction,
  at: { taskId: number; step: DeliveryStep },
  change: DeliveryChange,
): Promise<boolean> {
  const changed = await tx
    .update(deliveries)
    .set(change)
    .where(and(eq(deliveries.taskId, at.taskId), eq(deliveries.step, at.step), inProgress))
    .returning({ taskId: deliveries.taskId });
  return changed.length > 0;
}

export async function changeDelivery(tx: Transaction, taskId: number, change: DeliveryChange): Promise<void> {
  await tx.update(deliveries).set(change).where(eq(deliveries.taskId, taskId));
}

/**
 * Marks all uploads with a session as possibly finished. After a restore they may have finished since the backup: where
 * the platform no longer knows the session, the video is then searched on the channel instead of uploaded again.
 */
export async function expectFinishedUploads(db: Pick<Transaction, "update">, now: Date): Promise<void> {
  await db
    .update(deliveries)
    .set({ lastChunkAt: now })
    .where(
      and(
        eq(deliveries.step, "upload"),
        isNotNull(deliveries.encryptedSessionUri),
        isNull(deliveries.lastChunkAt),
      ),
    );
}

/** Marks all connected channels as disconnected: with another secret, their tokens can't be decrypted. */
export async function expectNewConsent(db: Pick<Transaction, "update">, now: Date): Promise<void> {
  await db.update(channels).set({ brokenAt: now }).where(isNull(channels.brokenAt));
}

/** A user's deliveries, oldest first, without the URLs of upload sessions. */
export async function deliveriesOf(tx: Reading, personId: number) {
  const { taskId, bytes, step, problemCode, platformVideoId, watchUrl, visibility, publishAt } = deliveries;
  const { consent, startedAt, finishedAt } = deliveries;
  return tx
    .select({
      ...{ taskId, bytes, step, problemCode, platformVideoId, watchUrl, visibility, publishAt },
      ...{ consent, startedAt, finishedAt },
    })
    .from(deliveries)
    .where(eq(deliveries.personId, personId))
    .orderBy(startedAt);
}

/** Clears the publishing consents of a user's deliveries; the watch URLs stay. */
export async function clearPublishingConsents(tx: Transaction, personId: number): Promise<void> {
  await tx
    .update(deliveries)
    .set({ consent: {}, encryptedSessionUri: null, sessionTitle: null })
    .where(eq(deliveries.personId, personId));
}
