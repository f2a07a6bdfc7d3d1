import {
  and,
  arrayOverlaps,
  between,
  desc,
  eq,
  gt,
  ilike,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  sql,
  type SQL,
} from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";

import { type Reading, type Transaction } from "#core/server/database.ts";
import { containing } from "#core/server/search-pattern.ts";
import type { Side } from "#modules/tasks/rules/stages.ts";

import { visibleTasks } from "../access/tables.ts";
import {
  completedOnly,
  tasksOfSide,
  openOnly,
  ownTasks,
  tasks,
  textMatches,
  waitingOnly,
} from "../tables.ts";

export type TaskRow = typeof tasks.$inferSelect;
export type NewTask = Omit<typeof tasks.$inferInsert, "id">;
export type TaskChange = Partial<Omit<NewTask, "creatorId" | "createdAt">>;

export async function insertTask(tx: Transaction, task: NewTask): Promise<TaskRow> {
  const [row] = await tx.insert(tasks).values(task).returning();
  if (!row) throw new Error("The task was not stored.");
  return row;
}

export async function findRow(tx: Reading, id: number): Promise<TaskRow | null> {
  const [row] = await tx.select().from(tasks).where(eq(tasks.id, id));
  return row ?? null;
}

/** The task locked until the end of the transaction, or null. */
export async function lockRow(tx: Transaction, id: number): Promise<TaskRow | null> {
  const [row] = await tx.select().from(tasks).where(eq(tasks.id, id)).for("update");
  return row ?? null;
}

export async function changeRow(tx: Transaction, id: number, change: TaskChange): Promise<TaskRow> {
  const [row] = await tx.update(tasks).set(change).where(eq(tasks.id, id)).returning();
  if (!row) throw new Error(`Task ${id} does not exist.`);
  return row;
}

/**
 * Marks the tasks that are waiting for their editor and due between `from` and `until` as reminded, and returns their
 * ids. Skips tasks already reminded of this deadline, and those created less than `until - from` before it.
 */
export async function claimReminders(tx: Transaction, due: { from: Date; until: Date }): Promise<number[]> {
  const notice = sql`${due.until.toISOString()}::timestamptz - ${due.from.toISOString()}::timestamptz`;
  const { remindedOf, deadline, id } = tasks;
  const rows = await tx
    .update(tasks)
    .set({ remindedOf: deadline })
    .where(
      and(
        waitingOnly,
        between(deadline, due.from, due.until),
        or(isNull(remindedOf), ne(remindedOf, deadline)),
        sql`${tasks.createdAt} <= ${deadline} - (${notice})`,
      ),
    )
    .returning({ id });
  return rows.map((row) => row.id);
}

/** Tasks after an id of which the user is creator or editor, also declined ones, oldest first. */
export async function listPersonTasks(
  tx: Reading,
  { personId, after, limit }: { personId: number; after: number; limit: number },
): Promise<TaskRow[]> {
  return tx
    .select()
    .from(tasks)
    .where(and(or(eq(tasks.creatorId, personId), eq(tasks.editorId, personId)), gt(tasks.id, after)))
    .orderBy(tasks.id)
    .limit(limit);
}

/** Open tasks to which the user has access, oldest first. */
export async function listOpenTasks(tx: Transaction, personId: number): Promise<TaskRow[]> {
  return tx
    .select()
    .from(tasks)
    .where(and(ownTasks(personId), openOnly))
    .orderBy(tasks.id);
}

/** Open tasks that are waiting for the recipient of an invitation, locked, oldest first. */
export async function lockWaiting(tx: Transaction, invitationId: string): Promise<TaskRow[]> {
  return tx
    .select()
    .from(tasks)
    .where(and(eq(tasks.invitationId, invitationId), openOnly))
    .orderBy(tasks.id)
    .for("update");
}

/** Removes the reasons for which a user declined tasks. */
export async function emptyDeclineReasons(tx: Transaction, editorId: number): Promise<void> {
  await tx
    .update(tasks)
    .set({ declineReason: "" })
    .where(and(eq(tasks.editorId, editorId), isNotNull(tasks.declinedAt)));
}

/** Ids of the other users of a user's open tasks, without duplicates. */
export async function listTeammates(tx: Transaction, personId: number): Promise<number[]> {
  const { creatorId, editorId } = tasks;
  const other = sql`case ${creatorId} when ${personId} then ${editorId} else ${creatorId} end`;
  const rows = await tx
    .selectDistinct({ id: other.mapWith(creatorId) })
    .from(tasks)
    .where(and(ownTasks(personId), openOnly, isNotNull(editorId)));
  return rows.map(({ id }) => id);
}

/** Files that the creator's other tasks use, among `fileIds`. */
export async function filesOfOtherTasks(
  tx: Reading,
  query: { creatorId: number; taskId: number | null; fileIds: readonly string[] },
): Promise<Set<string>> {
  const { id, creatorId, attachmentFileIds, thumbnailFileId } = tasks;
  const fileIds = [...query.fileIds];
  const rows = await tx
    .select({ attachments: attachmentFileIds, thumbnail: thumbnailFileId })
    .from(tasks)
    .where(
      and(
        eq(creatorId, query.creatorId),
        query.taskId === null ? undefined : ne(id, query.taskId),
        or(arrayOverlaps(attachmentFileIds, fileIds), inArray(thumbnailFileId, fileIds)),
      ),
    );
  return new Set(rows.flatMap(({ attachments, thumbnail }) => attachments.concat(thumbnail ?? [])));
}

/** The newest tasks to which the user has access and whose title contains a text. */
export async function searchByTitle(
  tx: Reading,
  query: { personId: number; text: string; limit: number },
): Promise<Pick<TaskRow, "id" | "taskTitle" | "stage">[]> {
  const { id, taskTitle, stage } = tasks;
  const part = containing(query.text);
  const newest = (whose: SQL | undefined) =>
    sql`(select ${id} from ${tasks} where ${and(whose, textMatches(part), ilike(taskTitle, part))}
      order by ${desc(id)} limit ${query.limit})`;
  return tx
    .select({ id, taskTitle, stage })
    .from(tasks)
    .where(sql`${id} = any(array(${visibleTasks(query.personId, newest)}))`)
    .orderBy(desc(id))
    .limit(query.limit);
}

/** Tasks of each kind that are read to find the people whom a user works with. */
const recentTasks = 100;

/** Ids of the other users of a user's newest open and completed tasks, newest task first, without duplicates. */
export async function listRecentTeammates(
  tx: Reading,
  { personId, side }: { personId: number; side: Side },
): Promise<number[]> {
  const other = side === "creator" ? tasks.editorId : tasks.creatorId;
  const newest = (status: SQL) =>
    tx
      .select({ taskId: tasks.id, personId: other })
      .from(tasks)
      .where(and(tasksOfSide[side](personId), status))
      .orderBy(desc(tasks.id))
      .limit(recentTasks);
  const rows = await unionAll(newest(openOnly), newest(completedOnly));
  const newestFirst = rows.toSorted((a, b) => b.taskId - a.taskId);
  return [...new Set(newestFirst.flatMap((row) => row.personId ?? []))];
}
