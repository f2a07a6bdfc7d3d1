import { and, eq, gt, isNull, lt, or } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";

import { destinations } from "../tables.ts";

/** Until when a platform wants no further requests for a destination, and the code of the error that said so. */
export interface Pause {
  until: Date;
  problemCode: string;
}

/** Pauses a destination; a longer pause stays. */
export async function pauseDestination(
  tx: Transaction,
  destinationId: string,
  { until, problemCode }: Pause,
): Promise<void> {
  const isShorter = or(isNull(destinations.pausedUntil), lt(destinations.pausedUntil, until));
  await tx
    .update(destinations)
    .set({ pausedUntil: until, pauseCode: problemCode })
    .where(and(eq(destinations.id, destinationId), isShorter));
}

/** The pause of a destination at `moment`; null without one. */
export async function findPause(
  tx: Reading,
  destinationId: string | null,
  moment: Date,
): Promise<Pause | null> {
  if (destinationId === null) return null;
  const [row] = await tx
    .select({ until: destinations.pausedUntil, problemCode: destinations.pauseCode })
    .from(destinations)
    .where(and(eq(destinations.id, destinationId), gt(destinations.pausedUntil, moment)));
  return row?.until && row.problemCode !== null ? { until: row.until, problemCode: row.problemCode } : null;
}

/** Ends the pause of a destination, because the creator wants an attempt now. */
export async function endPause(tx: Transaction, destinationId: string | null): Promise<void> {
  if (destinationId === null) return;
  await tx
    .update(destinations)
    .set({ pausedUntil: null, pauseCode: null })
    .where(eq(destinations.id, destinationId));
}
