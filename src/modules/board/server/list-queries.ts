import { and, asc, desc, eq, ilike, or, type Placeholder, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { people } from "#modules/people/server/tables.ts";
import { versions } from "#modules/review/server/tables.ts";
import type { Side } from "#modules/tasks/rules.ts";
import {
  completedOnly,
  openOnly,
  taskContributors,
  tasks,
  tasksOfSide,
  waitingOnly,
  worksOn,
} from "#modules/tasks/server/tables.ts";
import { managedBy } from "#modules/team/server/tables.ts";

import type { TaskOrder } from "../rules.ts";
import type { Filter, TaskQuery } from "./task-query.ts";

const creators = alias(people, "creators");
const editors = alias(people, "editors");
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

/** The other user's name is searched in own tasks, both names in those of teams. */
const names = {
  creator: [editors.name],
  editor: [creators.name],
  team: [creators.name, editors.name],
};

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
  const first = (of: Side | "team", whose: SQL | undefined) => {
    const texts = [tasks.taskTitle, tasks.workDescription, tasks.title, ...names[of]];
    const conditions: Record<Filter, SQL | undefined> = {
      stage: eq(tasks.stage, sql.placeholder("stage")),
      waiting: and(waitingOnly, sql`not ${isPreparing}`),
      search: or(...texts.map((text) => ilike(text, sql.placeholder("part")))),
      task: eq(tasks.id, sql.placeholder("taskId")),
      creator: ofCreator,
      after,
    };
    const matching = and(
      whose,
      status === "all" ? undefined : statuses[status],
      ...filters.map((filter) => conditions[filter]),
    );
    // Joined, so that a name is read once per user instead of once per task.
    const joined = filters.includes("search")
      ? sql`inner join ${people} creators on ${creators.id} = ${tasks.creatorId}
        left join ${people} editors on ${editors.id} = ${tasks.editorId}`
      : sql``;
    return sql`(select ${key} from ${tasks} ${joined} where ${matching} order by ${by} limit ${literalLimit(size)})`;
  };
  const own = first(side, tasksOfSide[side](user));
  const ofChannels = sql`select first.* from (${managedBy(user)}) channels
    cross join lateral ${first("team", sql`${tasks.creatorId} = channels.creator_id`)} first`;
  const contributed = sql`select first.* from ${taskContributors}
    cross join lateral ${first("team", eq(tasks.id, taskContributors.taskId))} first
    where ${taskContributors.personId} = ${user}`;
  // Only editors wait for their own upload.
  const parts = filters.includes("waiting") ? [own] : [own, ofChannels, contributed];
  const all = sql.join(parts, sql` union `);
  return sql`select id from (${all}) tasks order by ${by} limit ${literalLimit(size)}`;
}
