import { and, asc, desc, eq, isNotNull, sql } from "drizzle-orm";

import type { Reading } from "#core/server/database.ts";
import { people } from "#modules/people/server/tables.ts";
import { deadlineCounts, firstArrival, wasDue, wasOnTime } from "#modules/review/server/tables.ts";
import { isCounted, openOnly, tasks, waitingOnly } from "#modules/tasks/server/tables.ts";

import { ratings } from "../tables.ts";

/** Editors of one creator that are listed besides the members of the team. */
const maxEditors = 50;
const maxOpenTasks = 100;

/** Figures of the newest tasks of a creator by editor, the last assigned first; cancelled and declined ones don't count. */
export async function figuresByEditor(tx: Reading, creatorId: number, now: Date) {
  const rows = tx
    .select({
      id: tasks.id,
      editorId: tasks.editorId,
      open: sql<boolean>`${openOnly}`.as("open"),
      overdue: sql<boolean>`${waitingOnly} and ${tasks.deadline} < ${now}`.as("overdue"),
      deadline: tasks.deadline,
      arrival: sql`${firstArrival}`.as("arrival"),
    })
    .from(tasks)
    .where(isCounted("creator", creatorId, and(isNotNull(tasks.editorId), deadlineCounts)))
    .as("own");
  return tx
    .select({
      editorId: sql<number>`${rows.editorId}`.mapWith(Number),
      openTasks: sql<number>`count(*) filter (where ${rows.open})`.mapWith(Number),
      overdueTasks: sql<number>`count(*) filter (where ${rows.overdue})`.mapWith(Number),
      dueTasks: sql<number>`count(*) filter (where ${wasDue(rows, now)})`.mapWith(Number),
      onTimeTasks: sql<number>`count(*) filter (where ${wasOnTime(rows)})`.mapWith(Number),
    })
    .from(rows)
    .groupBy(rows.editorId)
    .orderBy(desc(sql`max(${rows.id})`))
    .limit(maxEditors);
}

/** Average and number of the ratings of a creator's newest tasks, by editor. */
export async function ratingsByEditor(tx: Reading, creatorId: number) {
  return tx
    .select({
      editorId: ratings.editorId,
      rating: sql<number>`avg(${ratings.stars})`.mapWith(Number),
      ratings: sql<number>`count(*)`.mapWith(Number),
    })
    .from(ratings)
    .innerJoin(tasks, eq(tasks.id, ratings.taskId))
    .where(isCounted("creator", creatorId, isNotNull(tasks.editorId)))
    .groupBy(ratings.editorId);
}

/** Last activity of people, by id. */
export async function findLastActivity(
  tx: Reading,
  ids: readonly number[],
): Promise<Map<number, Date | null>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: people.id, lastActiveAt: people.lastActiveAt })
    .from(people)
    .where(sql`${people.id} = any(${sql.param([...ids])}) and ${people.deletedAt} is null`);
  return new Map(rows.map(({ id, lastActiveAt }) => [id, lastActiveAt]));
}

/** Open tasks of a creator that are assigned to an editor, the first due first. */
export async function openTasksBetween(tx: Reading, creatorId: number, editorId: number) {
  return tx
    .select({ id: tasks.id, taskTitle: tasks.taskTitle, deadline: tasks.deadline })
    .from(tasks)
    .where(
      and(
        eq(tasks.editorId, editorId),
        eq(tasks.creatorId, creatorId),
        openOnly,
        sql`${tasks.declinedAt} is null`,
      ),
    )
    .orderBy(asc(tasks.deadline), asc(tasks.id))
    .limit(maxOpenTasks);
}
