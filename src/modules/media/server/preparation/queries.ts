import { eq, sql } from "drizzle-orm";

import type { Transaction } from "#core/server/database.ts";

import { videos } from "../tables.ts";

/**
 * Changes the count of attempts by a positive or negative number. Relative, because attempts may run concurrently, and the count
 * may have been reset to 0 meanwhile.
 */
export async function addAttempts(tx: Transaction, id: string, added: number): Promise<void> {
  const attempts = sql`greatest(${videos.attempts} + ${added}, 0)`;
  await tx.update(videos).set({ attempts }).where(eq(videos.id, id));
}
