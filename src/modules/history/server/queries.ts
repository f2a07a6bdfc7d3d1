import { and, asc, desc, eq, sql } from "drizzle-orm";

import { prepared, type Reading, type Transaction } from "#core/server/database.ts";

import { type HistoryRow, taskHistory } from "./tables.ts";

export type { HistoryRow } from "./tables.ts";

const entriesOfTask = prepared("history_entries", (db) =>
  db
    .select()
    .from(taskHistory)
    .where(eq(taskHistory.taskId, sql.placeholder("taskId")))
    .orderBy(asc(taskHistory.sequence)),
);

/** The entries of a task, oldest first. */
export async function listEntries(tx: Reading, taskId: number): Promise<HistoryRow[]> {
  return entriesOfTask(tx).execute({ taskId });
}

const newestEntry = prepared("newest_history_entry", (db) =>
  db
    .select()
    .from(taskHistory)
    .where(eq(taskHistory.taskId, sql.placeholder("taskId")))
    .orderBy(desc(taskHistory.sequence))
    .limit(1),
);

/** The newest entry of a task, or null. */
export async function lastEntry(tx: Transaction, taskId: number): Promise<HistoryRow | null> {
  const [row] = await newestEntry(tx).execute({ taskId });
  return row ?? null;
}

/** The caller has locked the task. */
export async function insertEntry(tx: Transaction, entry: HistoryRow): Promise<void> {
  await tx.insert(taskHistory).values(entry);
}

const changedEntry = prepared("change_history_entry", (db: Transaction) => {
  const { taskId, sequence } = taskHistory;
  return db
    .update(taskHistory)
    .set({
      count: sql`${sql.placeholder("count")}`,
      at: sql`${sql.placeholder("at")}`,
      personId: sql`${sql.placeholder("personId")}`,
    })
    .where(and(eq(taskId, sql.placeholder("taskId")), eq(sequence, sql.placeholder("sequence"))));
});

export async function changeEntry(
  tx: Transaction,
  { taskId, sequence }: Pick<HistoryRow, "taskId" | "sequence">,
  { count, at, personId }: Pick<HistoryRow, "count" | "at" | "personId">,
): Promise<void> {
  await changedEntry(tx).execute({ taskId, sequence, count, at, personId });
}

/** Entries that name the user after the entry `last`, by task. */
export async function listEntriesOf(
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
