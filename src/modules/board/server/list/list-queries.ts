import { and, asc, desc, eq, ilike, lt, ne, or, sql, type SQL } from "drizzle-orm";

import { cutPage } from "#core/server/cut-page.ts";
import { prepared, type Reading } from "#core/server/database.ts";
import { containing } from "#core/server/search-pattern.ts";
import type { TaskOrder } from "#modules/board/rules/task-order.ts";
import { people } from "#modules/people/server/tables.ts";
import type { Stage } from "#modules/tasks/rules/stages.ts";
import { managedCount, visibleTasks } from "#modules/tasks/server/access/tables.ts";
import { completedOnly, openOnly, tasks, textMatches } from "#modules/tasks/server/tables.ts";

import { isWaitingFor } from "./turn-queries.ts";

/** The last task of a page. */
export interface LastTask {
  id: number;
  deadline: Date;
  waiting: boolean;
}

export interface TaskQuery {
  personId: number;
  status: "open" | "completed" | "all";
  stage: Stage | null;
  /** Only tasks that wait for the user. */
  waiting: boolean;
  /** Part of the task's texts or of the other user's name. */
  search: string | null;
  /** Only this task. */
  taskId: number | null;
  /** Only tasks of this creator. */
  creatorId: number | null;
  order: TaskOrder;
  /** The last task of the previous page. */
  last: LastTask | null;
  limit: number;
  now: Date;
}

const statuses = { open: openOnly, completed: completedOnly, all: undefined } as const;

/**
 * Columns for the orders and `isWaitingFor`, and the bytes of the texts that can be long, which the database knows without reading the
 * texts.
 */
const columns = sql`${tasks.id}, ${tasks.creatorId}, ${tasks.editorId}, ${tasks.stage}, ${tasks.deadline}, ${tasks.declinedAt},
  ${tasks.invitationId}, octet_length(${tasks.workDescription}) + octet_length(${tasks.description}) as bytes`;

/** Keyset pagination of each order; `tasks` has partial indexes for the open and the completed tasks. `turn` is `isWaitingFor`. */
const orders = {
  waiting: {
    by: (turn) => [sql`${turn} desc`, desc(tasks.id)],
    after: ({ id, waiting }, turn) => sql`(${turn}, ${tasks.id}) < (${waiting}, ${id})`,
  },
  newest: {
    by: () => [desc(tasks.id)],
    after: ({ id }) => lt(tasks.id, id),
  },
  deadline: {
    by: () => [asc(tasks.deadline), asc(tasks.id)],
    after: ({ id, deadline }) => sql`(${tasks.deadline}, ${tasks.id}) > (${deadline}, ${id})`,
  },
} as const satisfies Record<
  TaskOrder,
  { by: (turn: SQL) => SQL[]; after: (last: LastTask, turn: SQL) => SQL }
>;

/**
 * Ids of the people other than the user whose name matches, among those of the newest 500 own tasks and those to which the user contributes:
 * each list of tasks has only few people, but finding these would read all of it. Of managers, among the newest of each channel and
 * their own: 500 divided by the number of channels, at least 100.
 */
async function findNamed(tx: Reading, personId: number, part: string): Promise<number[]> {
  const limit = sql`greatest(100, 500 / greatest(1, ${managedCount(personId)}))`;
  const newest = visibleTasks(
    personId,
    (relation) =>
      sql`(select ${tasks.creatorId}, ${tasks.editorId} from ${tasks} where ${relation} order by ${desc(tasks.id)} limit ${limit})`,
  );
  const ids = sql`select unnest(array[creator_id, editor_id]) from (${newest}) newest`;
  const rows = await tx
    .select({ id: people.id })
    .from(people)
    .where(and(sql`${people.id} = any(array(${ids}))`, ne(people.id, personId), ilike(people.name, part)));
  return rows.map(({ id }) => id);
}

async function matchesSearch(tx: Reading, personId: number, search: string): Promise<SQL | undefined> {
  const part = containing(search);
  const named = sql`any(${sql.param(await findNamed(tx, personId, part))}::bigint[])`;
  return or(textMatches(part), sql`${tasks.creatorId} = ${named}`, sql`${tasks.editorId} = ${named}`);
}

/**
 * Ids of a page of the tasks visible to a user, in order. Ends after the task whose long texts no longer fit in, see `cutPage`. Only the first
 * tasks of each relation are read, except for those that wait for the user: for these it is all listed ones, which the counts of the screen
 * read, too. Planning the condition takes longer than applying it, so it is in the statement once.
 */
export async function listVisible(tx: Reading, query: TaskQuery): Promise<number[]> {
  const { personId, status, stage, waiting, search, taskId, creatorId, order, last, limit, now } = query;
  const turn = isWaitingFor(personId, now);
  const by = orders[order].by(turn);
  const after = last === null ? undefined : orders[order].after(last, turn);
  const matching = and(
    statuses[waiting ? "open" : status],
    stage === null ? undefined : eq(tasks.stage, stage),
    search === null ? undefined : await matchesSearch(tx, personId, search),
    taskId === null ? undefined : eq(tasks.id, taskId),
    creatorId === null ? undefined : eq(tasks.creatorId, creatorId),
  );
  const readsAll = waiting || order === "waiting";
  // Without `offset 0`, the planner can read the open tasks of all creators for those of a manager's.
  const part = readsAll ? sql`offset 0` : sql`order by ${sql.join([...by], sql`, `)} limit ${limit}`;
  const visible = visibleTasks(personId, (relation) => {
    const listed = and(relation, matching, readsAll ? undefined : after);
    return sql`(select ${columns} from ${tasks} where ${listed} ${part})`;
  });
  const rows = await tx
    .select({ id: sql`id`.mapWith(Number), bytes: sql<number>`bytes` })
    .from(sql`(${visible}) tasks`)
    .where(readsAll ? and(waiting ? turn : undefined, after) : undefined)
    .orderBy(...by)
    .limit(limit);
  const fittingCount = cutPage(rows, { limit, rowBytes: ({ bytes }) => bytes }).rows.length;
  return rows.slice(0, fittingCount + 1).map(({ id }) => id);
}

/** Prepared, because planning it takes several times as long as counting the tasks of most users. */
const selectCounts = prepared("board_counts", (db, creators: "all" | "one") => {
  const ofCreator = creators === "all" ? undefined : eq(tasks.creatorId, sql.placeholder("creatorId"));
  const countWhere = (status: SQL) => {
    const visible = visibleTasks(
      sql.placeholder("personId"),
      (relation) => sql`(select ${tasks.id} from ${tasks} where ${and(relation, status, ofCreator)})`,
    );
    return sql`(select count(*) from (${visible}) visible)`;
  };
  return db
    .select({ open: sql`open`.mapWith(Number), completed: sql`completed`.mapWith(Number) })
    .from(sql`(select ${countWhere(openOnly)} as open, ${countWhere(completedOnly)} as completed) counts`);
});

/** Numbers of the open and completed tasks visible to a user, of all creators or one. */
export async function countVisible(
  tx: Reading,
  { personId, creatorId }: Pick<TaskQuery, "personId" | "creatorId">,
): Promise<{ open: number; completed: number }> {
  const statement = selectCounts(tx, creatorId === null ? "all" : "one");
  const [counts] = await statement.execute({ personId, creatorId });
  return counts ?? { open: 0, completed: 0 };
}
