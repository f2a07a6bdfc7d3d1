import { and, eq } from "drizzle-orm";

import type { Reading } from "#core/server/database.ts";
import { completedOnly, tasks } from "#modules/tasks/server/tables.ts";

/** The creator of a published task; null for other tasks, and if there is none with this id. */
export async function creatorOfPublished(tx: Reading, taskId: number): Promise<number | null> {
  const [task] = await tx
    .select({ creatorId: tasks.creatorId })
    .from(tasks)
    .where(and(eq(tasks.id, taskId), completedOnly));
  return task?.creatorId ?? null;
}
