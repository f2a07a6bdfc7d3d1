import { and, asc, eq, isNotNull, isNull, ne, sql, type SQL } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";
import type { DeliveryStep } from "#modules/publishing/rules/progress.ts";

import { deliveries, leadingKindFirst } from "../tables.ts";

export type DeliveryRow = typeof deliveries.$inferSelect;
export type NewDelivery = typeof deliveries.$inferInsert;
export type DeliveryChange = Partial<Omit<NewDelivery, "id" | "taskId">>;

const inProgress = and(isNull(deliveries.problemCode), ne(deliveries.step, "done"));

/**
 * The order of a task's deliveries: running ones, failed ones, finished ones; in each, the kind that leads first, then the oldest. The
 * first one stands for the task where only one is shown.
 */
export const leadingOrder: SQL[] = [
  asc(sql`${deliveries.step} = 'done'`),
  asc(sql`${deliveries.problemCode} is not null`),
  leadingKindFirst,
  asc(deliveries.startedAt),
  asc(deliveries.id),
];

/** The deliveries of a task, the leading one first. */
export async function deliveriesOfTask(tx: Reading, taskId: number): Promise<DeliveryRow[]> {
  return tx
    .select()
    .from(deliveries)
    .where(eq(deliveries.taskId, taskId))
    .orderBy(...leadingOrder);
}

/** The delivery, if it is neither finished nor failed. The platform may be processing its video. */
export async function findInProgress(tx: Reading, id: string): Promise<DeliveryRow | null> {
  const [row] = await tx
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.id, id), inProgress));
  return row ?? null;
}

export async function findDelivery(tx: Reading, id: string): Promise<DeliveryRow | null> {
  const [row] = await tx.select().from(deliveries).where(eq(deliveries.id, id));
  return row ?? null;
}

/** The platform's id of an uploaded video. */
export function requirePlatformVideo({ platformVideoId }: DeliveryRow): string {
  if (platformVideoId === null) throw new Error("The delivery has no uploaded video.");
  return platformVideoId;
}

/** A change after which an upload starts from its first byte. */
export const noSession = {
  encryptedSessionUri: null,
  sessionStartedAt: null,
  sessionTitle: null,
  lastChunkAt: null,
  sentBytes: 0,
  confirmedBytes: 0,
  sentAt: null,
} satisfies DeliveryChange;

/** A change after which nothing of the video was uploaded. */
export const noUpload = {
  ...noSession,
  resentAt: null,
  step: "upload",
  platformVideoId: null,
  watchUrl: null,
  shownVisibility: null,
} satisfies DeliveryChange;

/** A change after which the platform has not processed a video. */
export const noProcessing = { processingSince: null, processedPercent: null } satisfies DeliveryChange;

/** The change of a failed delivery that continues. The platform may still process its video. */
export function restartChange({ step }: Pick<DeliveryRow, "step">, now: Date): DeliveryChange {
  return { problemCode: null, ...noProcessing, ...(step === "processing" && { processingSince: now }) };
}

export async function saveDelivery(tx: Transaction, delivery: NewDelivery): Promise<DeliveryRow> {
  const [saved] = await tx.insert(deliveries).values(delivery).returning();
  if (!saved) throw new Error("The delivery was not saved.");
  return saved;
}

export async function deleteDelivery(tx: Transaction, id: string): Promise<void> {
  await tx.delete(deliveries).where(eq(deliveries.id, id));
}

/**
 * Changes a delivery that is in progress at `step`. Returns the changed row; null if it no longer is, so that a worker that
 * has lost its lock changes nothing.
 */
export async function changeInProgress(
  tx: Transaction,
  at: { id: string; step: DeliveryStep },
  change: DeliveryChange,
): Promise<DeliveryRow | null> {
  const [changed] = await tx
    .update(deliveries)
    .set(change)
    .where(and(eq(deliveries.id, at.id), eq(deliveries.step, at.step), inProgress))
    .returning();
  return changed ?? null;
}

/** Changes a delivery, which exists, and returns it. */
export async function changeDelivery(
  tx: Transaction,
  id: string,
  change: DeliveryChange,
): Promise<DeliveryRow> {
  const [changed] = await tx.update(deliveries).set(change).where(eq(deliveries.id, id)).returning();
  if (!changed) throw new Error("The delivery does not exist.");
  return changed;
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

/** A user's deliveries after `last`, by task, without the URLs of upload sessions. */
export async function listPersonDeliveries(
  tx: Reading,
  query: { personId: number; last: { taskId: number; id: string } | null; limit: number },
) {
  const { id, taskId, kind, bytes, step, problemCode, platformVideoId, watchUrl, visibility } = deliveries;
  const { publishAt, consent, startedAt, finishedAt, personId } = deliveries;
  const { last } = query;
  const after = last && sql`(${taskId}, ${id}) > (${last.taskId}, ${last.id})`;
  return tx
    .select({
      id,
      taskId,
      kind,
      bytes,
      step,
      problemCode,
      platformVideoId,
      watchUrl,
      visibility,
      publishAt,
      consent,
      startedAt,
      finishedAt,
    })
    .from(deliveries)
    .where(and(eq(personId, query.personId), after ?? undefined))
    .orderBy(taskId, id)
    .limit(query.limit);
}
export type DeliveryOfPerson = Awaited<ReturnType<typeof listPersonDeliveries>>[number];

/** Clears the publishing consents of a user's deliveries; the watch URLs stay. */
export async function clearPublishingConsents(tx: Transaction, personId: number): Promise<void> {
  await tx
    .update(deliveries)
    .set({ consent: {}, encryptedSessionUri: null, sessionTitle: null })
    .where(eq(deliveries.personId, personId));
}
