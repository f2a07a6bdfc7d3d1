import { and, asc, desc, eq, sql } from "drizzle-orm";

import { type Reading, type Transaction } from "#core/server/database.ts";

import { type HistoryRow, taskHistory } from "../tables.ts";

export type { HistoryRow } from "../tables.ts";

/** The entries of a task, oldest first. */
export async function listEntries(tx: Reading, taskId: number): Promise<HistoryRow[]> {
  return tx
    .select()
    .from(taskHistory)
    .where(eq(taskHistory.taskId, taskId))
    .orderBy(asc(taskHistory.sequence));
}

/** The newest entry of a task, or null. */
export async function lastEntry(tx: Transaction, taskId: number): Promise<HistoryRow | null> {
  const [row] = await tx
    .select()
    .from(taskHistory)
    .where(eq(taskHistory.taskId, taskId))
    .orderBy(desc(taskHistory.sequence))
    .limit(1);
  return row ?? null;
}

/** The caller has locked the task. */
export async function insertEntry(tx: Transaction, entry: HistoryRow): Promise<void> {
  await tx.insert(taskHistory).values(entry);
}

export async function changeEntry(
  tx: Transaction,
  { taskId, sequence }: Pick<HistoryRow, "taskId" | "sequence">,
  { count, at, personId }: Pick<HistoryRow, "count" | "at" | "personId">,
): Promise<void> {
  await tx
    .update(taskHistory)
    .set({ count, at, personId })
    .where(and(eq(taskHistory.taskId, taskId), eq(taskHistory.sequence, sequence)));
}

/** Entries that name the user after the entry `last`, by task. */
export async function listPersonEntries(
  tx: Reading,
  query: { personId: number; last: HistoryRow | null; limit: number },
): Promise<HistoryRow[]> {
  const { taskId, sequence, personId } = taskHistory;
  const { last } = query;
  const after = last && sql`(${taskId}, ${sequence}) > (${last.taskId}, ${last.sequence})`;
  return tx
    .select()
    .from(taskHistory)
    .where(and(eq(personId, query.personId), after ?? undefined))
    .orderBy(asc(taskId), asc(sequence))
    .limit(query.limit);
}
