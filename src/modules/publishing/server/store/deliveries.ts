import { and, eq, isNotNull, isNull, ne } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";
import type { DeliveryStep } from "#modules/publishing/rules/progress.ts";

import { deliveries } from "../tables.ts";

export type DeliveryRow = typeof deliveries.$inferSelect;
export type NewDelivery = typeof deliveries.$inferInsert;
export type DeliveryChange = Partial<Omit<NewDelivery, "taskId">>;

const underWay = and(isNull(deliveries.problem), ne(deliveries.step, "done"));

export async function findDelivery(tx: Reading, taskId: number): Promise<DeliveryRow | null> {
  const [row] = await tx.select().from(deliveries).where(eq(deliveries.taskId, taskId));
  return row ?? null;
}

/** The delivery, if there is work to do on it. */
export async function findUnderWay(tx: Transaction, taskId: number): Promise<DeliveryRow | null> {
  const [row] = await tx
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.taskId, taskId), underWay));
  return row ?? null;
}

export async function listUnderWay(tx: Transaction): Promise<number[]> {
  const rows = await tx.select({ taskId: deliveries.taskId }).from(deliveries).where(underWay);
  return rows.map((row) => row.taskId);
}

/** Begins a delivery; an older one of the same task, of another version, is over. */
export async function saveDelivery(tx: Transaction, delivery: NewDelivery): Promise<void> {
  const fresh = {
    sentBytes: 0,
    problem: null,
    problemCode: null,
    skipThumbnail: false,
    encryptedSessionUri: null,
    sessionStartedAt: null,
    sessionTitle: null,
    lastPieceAt: null,
    platformVideoId: null,
    watchUrl: null,
    publishAt: null,
    shownVisibility: null,
    finishedAt: null,
    ...delivery,
  };
  await tx.insert(deliveries).values(fresh).onConflictDoUpdate({ target: deliveries.taskId, set: fresh });
}

/**
 * Changes a delivery that stands at `step` and is under way; false when it no longer does, so that a worker that has
 * lost its lock changes nothing.
 */
export async function changeUnderWay(
  tx: Transaction,
  at: { taskId: number; step: DeliveryStep },
  change: DeliveryChange,
): Promise<boolean> {
  const changed = await tx
    .update(deliveries)
    .set(change)
    .where(and(eq(deliveries.taskId, at.taskId), eq(deliveries.step, at.step), underWay))
    .returning({ taskId: deliveries.taskId });
  return changed.length > 0;
}

export async function changeDelivery(tx: Transaction, taskId: number, change: DeliveryChange): Promise<void> {
  await tx.update(deliveries).set(change).where(eq(deliveries.taskId, taskId));
}

/**
 * For a database that was restored: uploads with a session may have finished since the backup. Where the platform no
 * longer knows the session, the video is then looked for on the channel instead of being uploaded again.
 */
export async function expectFinishedUploads(db: Pick<Transaction, "update">, now: Date): Promise<void> {
  await db
    .update(deliveries)
    .set({ lastPieceAt: now })
    .where(
      and(
        eq(deliveries.step, "upload"),
        isNotNull(deliveries.encryptedSessionUri),
        isNull(deliveries.lastPieceAt),
      ),
    );
}

/** What a person has had delivered, without the upload sessions' addresses; oldest first. */
export async function deliveriesOf(tx: Transaction, personId: number) {
  const { taskId, bytes, step, problem, platformVideoId, watchUrl, visibility, publishAt } = deliveries;
  const { consent, startedAt, finishedAt } = deliveries;
  return tx
    .select({
      ...{ taskId, bytes, step, problem, platformVideoId, watchUrl, visibility, publishAt },
      ...{ consent, startedAt, finishedAt },
    })
    .from(deliveries)
    .where(eq(deliveries.personId, personId))
    .orderBy(startedAt);
}

/** Forgets on whose channel and with which consent a person's videos were delivered; where they can be watched stays. */
export async function forgetConsentsOf(tx: Transaction, personId: number): Promise<void> {
  await tx
    .update(deliveries)
    .set({ consent: {}, encryptedSessionUri: null, sessionTitle: null })
    .where(eq(deliveries.personId, personId));
}
