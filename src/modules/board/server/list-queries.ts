import { and, asc, desc, eq, ilike, ne, or, type Placeholder, sql, type SQL } from "drizzle-orm";

import { prepared, type Reading } from "#core/server/database.ts";
import { people } from "#modules/people/server/tables.ts";
import { versions } from "#modules/review/server/tables.ts";
import type { Side } from "#modules/tasks/rules.ts";
import { partsVisibleTo } from "#modules/tasks/server/access/tables.ts";
import {
  completedOnly,
  openOnly,
  tasks,
  textMatches,
  waitingOnly,
  worksOn,
} from "#modules/tasks/server/tables.ts";

import type { TaskOrder } from "../rules.ts";
import type { Filter, TaskQuery } from "./task-query.ts";

const user = sql.placeholder("personId");

export const statuses = { open: openOnly, completed: completedOnly } as const;

/** Tasks of one creator. */
export const ofCreator = eq(tasks.creatorId, sql.placeholder("creatorId"));

/** Keyset pagination of each order; `tasks` has partial indexes for the open and the completed tasks. */
export const orders = {
  newest: {
    key: sql`${tasks.id}`,
    by: sql.join([desc(tasks.id)]),
    after: sql`${tasks.id} < ${sql.placeholder("lastId")}`,
  },
  deadline: {
    key: sql`${tasks.id}, ${tasks.deadline}`,
    by: sql.join([asc(tasks.deadline), asc(tasks.id)], sql`, `),
    after: sql`(${tasks.deadline}, ${tasks.id}) > (${sql.placeholder("lastDeadline")}, ${sql.placeholder("lastId")})`,
  },
} as const satisfies Record<TaskOrder, Record<"key" | "by" | "after", SQL>>;

/** Numbers of rows that the statements read: one more than the default and the largest page of the API. */
export type PageSize = "31" | "101";

export function pageSizeOf(limit: number): PageSize {
  return limit <= 31 ? "31" : "101";
}

/**
 * A limit as a literal. With a parameter, PostgreSQL could not estimate the rows of a prepared statement and would plan
 * it again for each call, which takes longer than reading a page.
 */
export function literalLimit(size: PageSize): Placeholder {
  const literal: unknown = sql.raw(size);
  return literal as Placeholder;
}

/** Whether the task's newest version is being prepared, and its current editor or a contributor uploaded it. */
const isPreparing = sql`(
  select ${versions.state} = 'preparing' and ${worksOn(versions.editorId)}
  from ${versions} where ${versions.taskId} = ${tasks.id} order by ${versions.number} desc limit 1
) is true`;

/** People whose name is searched, as ids. */
const named = sql`${sql.placeholder("namedIds")}::bigint[]`;

const namedPeople = prepared("board_named_people", (db, side: Side) => {
  const newest = (whose: SQL | undefined) =>
    sql`(select ${tasks.creatorId}, ${tasks.editorId} from ${tasks} where ${whose} order by ${desc(tasks.id)} limit 500)`;
  const read = sql.join(Object.values(partsVisibleTo(user, side, newest)), sql` union `);
  const ids = sql`select unnest(array[creator_id, editor_id]) from (${read}) newest`;
  return db
    .select({ id: people.id })
    .from(people)
    .where(
      and(
        sql`${people.id} = any(array(${ids}))`,
        ne(people.id, user),
        ilike(people.name, sql.placeholder("part")),
      ),
    );
});

/**
 * Ids of the people other than the user whose name matches, among those of the newest 500 own tasks, 500 of each channel, and those to which the
 * user contributes: each list of tasks has only few people, but finding these would read all of it.
 */
export async function findNamed(
  tx: Reading,
  { personId, side, part }: { personId: number; side: Side; part: string },
): Promise<number[]> {
  const rows = await namedPeople(tx, side).execute({ personId, part });
  return rows.map(({ id }) => id);
}

/**
 * Subquery: the ids of the first tasks of a list. These are the user's own, those of the channels that they manage and those
 * to which they contribute. Each part reads its first tasks by an index, and no other ones.
 */
export function firstTasks(
  side: Side,
  status: TaskQuery["status"],
  order: TaskOrder,
  size: PageSize,
  filters: readonly Filter[],
): SQL {
  const { key, by, after } = orders[order];
  const conditions: Record<Filter, SQL | undefined> = {
    stage: eq(tasks.stage, sql.placeholder("stage")),
    waiting: and(waitingOnly, sql`not ${isPreparing}`),
    search: or(
      textMatches(sql.placeholder("part")),
      sql`${tasks.creatorId} = any(${named})`,
      sql`${tasks.editorId} = any(${named})`,
    ),
    task: eq(tasks.id, sql.placeholder("taskId")),
    creator: ofCreator,
    after,
  };
  const matching = [
    status === "all" ? undefined : statuses[status],
    ...filters.map((filter) => conditions[filter]),
  ];
  const first = (whose: SQL | undefined) =>
    sql`(select ${key} from ${tasks} where ${and(whose, ...matching)} order by ${by} limit ${literalLimit(size)})`;
  const { own, ofChannels, contributed } = partsVisibleTo(user, side, first);
  // Only editors wait for their own upload.
  const read = filters.includes("waiting") ? [own] : [own, ofChannels, contributed];
  const all = sql.join(read, sql` union `);
  return sql`select id from (${all}) tasks order by ${by} limit ${literalLimit(size)}`;
}
