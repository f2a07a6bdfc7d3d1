import { and, count, eq } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";

import { frameStills } from "../tables.ts";

export interface StillFrame {
  taskId: number;
  version: number;
  frame: number;
}

/** Adds a still that is to be made. False if the frame has one already. */
export async function insertStill(tx: Transaction, still: StillFrame): Promise<boolean> {
  const added = await tx.insert(frameStills).values(still).onConflictDoNothing().returning();
  return added.length > 0;
}

export async function countStills(tx: Reading, of: Omit<StillFrame, "frame">): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(frameStills)
    .where(and(eq(frameStills.taskId, of.taskId), eq(frameStills.version, of.version)));
  return row?.count ?? 0;
}
