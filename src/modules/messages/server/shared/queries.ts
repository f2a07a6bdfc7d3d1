import { and, desc, eq, inArray, sql } from "drizzle-orm";

import type { Reading } from "#core/server/database.ts";
import { messages, type MessageRow } from "#modules/messages/server/tables.ts";
import { tasksOfPair, tasks } from "#modules/tasks/server/tables.ts";

const taskColumns = {
  id: tasks.id,
  taskTitle: tasks.taskTitle,
  stage: tasks.stage,
  deadline: tasks.deadline,
  creatorId: tasks.creatorId,
  attachmentFileIds: tasks.attachmentFileIds,
};
export type MessageTaskRow = Awaited<ReturnType<typeof findTasks>>[number];

export async function findTasks(tx: Reading, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return tx
    .select(taskColumns)
    .from(tasks)
    .where(inArray(tasks.id, [...ids]));
}

/** The newest tasks of which two users are creator and editor. */
export async function findSharedTasks(tx: Reading, one: number, two: number, limit: number) {
  return tx.select(taskColumns).from(tasks).where(tasksOfPair(one, two)).orderBy(desc(tasks.id)).limit(limit);
}

/** The newest messages with images. */
export async function findWithImages(
  tx: Reading,
  conversationId: number,
  limit: number,
): Promise<MessageRow[]> {
  return tx
    .select()
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), sql`cardinality(${messages.imageFileIds}) > 0`))
    .orderBy(desc(messages.sequence))
    .limit(limit);
}
