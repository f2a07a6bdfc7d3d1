import { and, asc, count, eq, isNotNull, isNull, sql } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";
import { storedFiles } from "#modules/media/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import { footageFiles } from "../tables.ts";

/** Lists a file from now on, and returns its tasks. */
export async function markReceived(
  tx: Transaction,
  fileId: string,
  received: { receivedAt: Date; announced?: boolean },
): Promise<number[]> {
  const rows = await tx
    .update(footageFiles)
    .set(received)
    .where(and(eq(footageFiles.fileId, fileId), isNull(footageFiles.receivedAt)))
    .returning({ taskId: footageFiles.taskId });
  return rows.map(({ taskId }) => taskId);
}

/** The tasks of a file. */
export async function tasksOfFile(tx: Reading, fileId: string): Promise<number[]> {
  const { taskId } = footageFiles;
  const rows = await tx.select({ taskId }).from(footageFiles).where(eq(footageFiles.fileId, fileId));
  return rows.map((row) => row.taskId);
}

/** Whether other files of a task were received since then. */
export async function hasReceivedSince(
  tx: Reading,
  { taskId, since, except }: { taskId: number; since: Date; except: string },
): Promise<boolean> {
  const [row] = await tx
    .select({ taskId: footageFiles.taskId })
    .from(footageFiles)
    .where(
      and(
        eq(footageFiles.taskId, taskId),
        eq(footageFiles.announced, false),
        sql`${footageFiles.receivedAt} > ${since.toISOString()}::timestamptz`,
        sql`${footageFiles.fileId} <> ${except}`,
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Files of a person that were received in a task and have not been announced. */
export interface Arrival {
  taskId: number;
  personId: number;
  files: number;
  bytes: number;
}

/** Arrivals of which nothing was received after `quietSince`, or something before `waitingSince`. */
export async function listArrivals(
  tx: Reading,
  { quietSince, waitingSince }: { quietSince: Date; waitingSince: Date },
): Promise<{ taskId: number; personId: number }[]> {
  const { taskId, sentBy, receivedAt, announced } = footageFiles;
  const [first, last] = [sql`min(${receivedAt})`, sql`max(${receivedAt})`];
  const rows = await tx
    .select({ taskId, personId: sentBy })
    .from(footageFiles)
    .where(and(eq(announced, false), isNotNull(receivedAt), isNotNull(sentBy)))
    .groupBy(taskId, sentBy)
    .having(
      sql`${last} < ${quietSince.toISOString()}::timestamptz or ${first} < ${waitingSince.toISOString()}::timestamptz`,
    )
    .orderBy(asc(taskId));
  return rows.flatMap(({ taskId: id, personId }) => (personId === null ? [] : [{ taskId: id, personId }]));
}

/** Marks an arrival as announced, and returns what it contains; null for nothing. */
export async function claimArrival(
  tx: Transaction,
  { taskId, personId }: { taskId: number; personId: number },
): Promise<Arrival | null> {
  const rows = await tx
    .update(footageFiles)
    .set({ announced: true })
    .where(
      and(
        eq(footageFiles.taskId, taskId),
        eq(footageFiles.sentBy, personId),
        eq(footageFiles.announced, false),
        isNotNull(footageFiles.receivedAt),
      ),
    )
    .returning({ fileId: footageFiles.fileId });
  if (rows.length === 0) return null;
  const [sums] = await tx
    .select({ files: count(), bytes: sql<number>`coalesce(sum(${storedFiles.bytes}), 0)`.mapWith(Number) })
    .from(storedFiles)
    .where(sql`${storedFiles.id} = any(${sql.param(rows.map(({ fileId }) => fileId))}::uuid[])`);
  return sums ? { taskId, personId, ...sums } : null;
}

/** Ids of the files of all tasks of a creator. */
export async function filesOfCreator(tx: Reading, creatorId: number): Promise<string[]> {
  const rows = await tx
    .select({ fileId: footageFiles.fileId })
    .from(footageFiles)
    .innerJoin(tasks, eq(tasks.id, footageFiles.taskId))
    .where(eq(tasks.creatorId, creatorId));
  return rows.map(({ fileId }) => fileId);
}
