import { eq, sql } from "drizzle-orm";

import type { Transaction } from "#core/server/database.ts";

import { videos } from "../tables.ts";

/**
 * Removes an attempt from the count. Relative, because attempts may run concurrently, and the count may have been reset
 * to 0 meanwhile.
 */
export async function undoAttempt(tx: Transaction, id: string): Promise<void> {
  const attempts = sql`greatest(${videos.attempts} - 1, 0)`;
  await tx.update(videos).set({ attempts }).where(eq(videos.id, id));
}
