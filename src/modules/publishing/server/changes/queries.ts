import { and, eq, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";

import { deliveryChanges } from "../tables.ts";

export type ChangesRow = typeof deliveryChanges.$inferSelect;
type ChangesChange = Partial<Omit<ChangesRow, "deliveryId" | "revision">>;

const isUnsent = gt(deliveryChanges.revision, deliveryChanges.sentRevision);

/** A change after which no attempt has failed. */
export const noProblem = { attempt: 0, problemCode: null, retryAt: null } satisfies ChangesChange;

/** Counts a save. `thumbnailFileId` is the thumbnail that the video had before the first one. */
export async function countSave(
  tx: Transaction,
  deliveryId: string,
  thumbnailFileId: string | null,
): Promise<void> {
  await tx
    .insert(deliveryChanges)
    .values({ deliveryId, revision: 1, thumbnailFileId })
    .onConflictDoUpdate({
      target: deliveryChanges.deliveryId,
      set: { revision: sql`${deliveryChanges.revision} + 1`, ...noProblem },
    });
}

export async function changesOf(tx: Reading, deliveryIds: readonly string[]): Promise<ChangesRow[]> {
  return tx
    .select()
    .from(deliveryChanges)
    .where(inArray(deliveryChanges.deliveryId, [...deliveryIds]));
}

/** Changes to be sent at `moment`: not those of a later attempt, or those that wait for the creator. */
const isDue = (moment: Date) =>
  and(isUnsent, or(isNull(deliveryChanges.problemCode), lte(deliveryChanges.retryAt, moment)));

export async function findDue(tx: Reading, deliveryId: string, moment: Date): Promise<ChangesRow | null> {
  const [row] = await tx
    .select()
    .from(deliveryChanges)
    .where(and(eq(deliveryChanges.deliveryId, deliveryId), isDue(moment)));
  return row ?? null;
}

/** The deliveries with changes to be sent at `moment`. */
export async function listDue(tx: Reading, moment: Date): Promise<string[]> {
  const rows = await tx.select({ id: deliveryChanges.deliveryId }).from(deliveryChanges).where(isDue(moment));
  return rows.map(({ id }) => id);
}

/** Changes the row. With a `revision`, only if that save is still the last one: false if there is a later one. */
export async function changeChanges(
  tx: Transaction,
  { deliveryId, revision }: { deliveryId: string; revision?: number },
  change: ChangesChange,
): Promise<boolean> {
  const ofSave = revision === undefined ? undefined : eq(deliveryChanges.revision, revision);
  const changed = await tx
    .update(deliveryChanges)
    .set(change)
    .where(and(eq(deliveryChanges.deliveryId, deliveryId), ofSave))
    .returning({ id: deliveryChanges.deliveryId });
  return changed.length > 0;
}
