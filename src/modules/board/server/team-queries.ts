import { and, asc, desc, eq, ilike, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { prepared, type Reading } from "#core/server/database.ts";
import { containing } from "#core/server/search-pattern.ts";
import { people } from "#modules/people/server/tables.ts";
import { assignedTo, taskContributors, tasks } from "#modules/tasks/server/tables.ts";
import { activeCreator, managedBy, teamMembers } from "#modules/team/server/tables.ts";

import type { TaskOrder } from "../rules.ts";
import {
  literalLimit,
  ofCreator,
  orders,
  type PageSize,
  pageSizeOf,
  statuses,
  type TaskQuery,
} from "./queries.ts";

type Filter = "stage" | "search" | "task" | "creator" | "after";

const creators = alias(people, "creators");
const editors = alias(people, "editors");
const defaults = alias(teamMembers, "defaults");
const user = sql.placeholder("personId");
const channelIds = sql`${sql.placeholder("channelIds")}::bigint[]`;
/** Tasks that the user edits are in the own list. */
const isNotOwn = sql`(${assignedTo(user)}) is not true`;

/** The creators whose manager a user is, and whether they contribute to any task. */
export interface Teams {
  channelIds: number[];
  contributes: boolean;
}

/** Apart from the statements that read the tasks, because planning these costs users without a team more than everything else. */
const selectTeams = prepared("board_teams", (db) => {
  const contributed = sql`select from ${taskContributors} where ${eq(taskContributors.personId, user)}`;
  return db
    .select({
      channelIds: sql`teams.channel_ids`.mapWith((ids: unknown[]) => ids.map(Number)),
      contributes: sql<boolean>`teams.contributes`,
    })
    .from(
      sql`(select array(${managedBy(user)}) as channel_ids, exists (${contributed}) as contributes) teams`,
    );
});

/** The user's teams; `null` for users without any. */
export async function findTeams(tx: Reading, personId: number): Promise<Teams | null> {
  const [teams] = await selectTeams(tx).execute({ personId });
  return teams && (teams.channelIds.length > 0 || teams.contributes) ? teams : null;
}

const texts = [tasks.taskTitle, tasks.workDescription, tasks.title];
const part = sql.placeholder("part");
/** The editor is joined, so that their name is read once per editor instead of once per task. */
const hasText = or(
  ...[...texts, editors.name].map((text) => ilike(text, part)),
  sql`${creators.name} ilike ${part}`,
);

const selectKeys = prepared(
  "board_team_keys",
  (db, status: TaskQuery["status"], order: TaskOrder, size: PageSize, ...filters: Filter[]) => {
    const perChannel = literalLimit(size);
    const conditions: Record<Filter, SQL | undefined> = {
      stage: eq(tasks.stage, sql.placeholder("stage")),
      search: hasText,
      task: eq(tasks.id, sql.placeholder("taskId")),
      creator: ofCreator,
      after: orders[order].after,
    };
    const matching = and(
      isNotOwn,
      status === "all" ? undefined : statuses[status],
      ...filters.map((filter) => conditions[filter]),
    );
    const joined = filters.includes("search")
      ? sql`inner join ${people} creators on creators.id = ${tasks.creatorId} left join ${people} editors on editors.id = ${tasks.editorId}`
      : sql``;
    const by = sql.join(orders[order].by, sql`, `);
    // The first tasks of each channel by the index of its creator, so that the other tasks are not read.
    const keys = sql`(
      select first.id, first.deadline from unnest(${channelIds}) channels (id) cross join lateral (
        select ${tasks.id}, ${tasks.deadline} from ${tasks} ${joined}
        where ${tasks.creatorId} = channels.id and ${matching} order by ${by} limit ${perChannel}
      ) first
      union
      select ${tasks.id}, ${tasks.deadline} from ${taskContributors}
      inner join ${tasks} on ${tasks.id} = ${taskContributors.taskId} ${joined}
      where ${taskContributors.personId} = ${user} and ${matching}
    ) keys`;
    const id = sql`keys.id`.mapWith(tasks.id);
    const deadline = sql`keys.deadline`.mapWith(tasks.deadline);
    return db
      .select({ id, deadline })
      .from(keys)
      .orderBy(...(order === "newest" ? [desc(id)] : [asc(deadline), asc(id)]))
      .limit(perChannel);
  },
);

/** Id and deadline of the first tasks of the channels that the user manages, and of those they contribute to. */
export async function listTeamKeys(
  tx: Reading,
  query: TaskQuery,
  { channelIds }: Teams,
): Promise<{ id: number; deadline: Date }[]> {
  const { personId, status, stage, search, taskId, creatorId, order, last, limit } = query;
  const filters: Filter[] = [];
  if (stage !== null) filters.push("stage");
  if (search !== null) filters.push("search");
  if (taskId !== null) filters.push("task");
  if (creatorId !== null) filters.push("creator");
  if (last !== null) filters.push("after");
  return selectKeys(tx, status, order, pageSizeOf(limit), ...filters).execute({
    personId,
    channelIds,
    stage,
    taskId,
    creatorId,
    part: search === null ? null : containing(search),
    lastId: last?.id,
    lastDeadline: last?.deadline,
  });
}

/**
 * The tasks of the channels are counted by their index alone, and those that the user edits are subtracted: whether a task is the
 * user's own is not in the index, so that each row would have to be read.
 */
const selectCounts = prepared("board_team_counts", (db, ...filters: "creator"[]) => {
  const matching = filters.length === 0 ? undefined : ofCreator;
  const managed = sql`${tasks.creatorId} = any(${channelIds})`;
  const countOf = (status: keyof typeof statuses) => sql`
    (select count(*) from ${tasks} where ${and(managed, statuses[status], matching)})
    - (select count(*) from ${tasks} where ${and(assignedTo(user), managed, statuses[status], matching)})
    + (
      select count(*) from ${taskContributors} inner join ${tasks} on ${tasks.id} = ${taskContributors.taskId}
      where ${and(eq(taskContributors.personId, user), isNotOwn, not(managed), statuses[status], matching)}
    )`;
  // In `from`, because Drizzle leaves out the tables of columns in the selection.
  const counts = sql`(select ${countOf("open")} as open, ${countOf("completed")} as completed) counts`;
  return db
    .select({
      open: sql`counts.open`.mapWith(Number),
      completed: sql`counts.completed`.mapWith(Number),
    })
    .from(counts);
});

/** Numbers of open and completed tasks of the channels that the user manages, and of those they contribute to. */
export async function countTeamTasks(
  tx: Reading,
  { personId, creatorId }: Pick<TaskQuery, "personId" | "creatorId">,
  { channelIds }: Teams,
): Promise<{ open: number; completed: number }> {
  const filters = creatorId === null ? [] : (["creator"] as const);
  const [counts] = await selectCounts(tx, ...filters).execute({ personId, channelIds, creatorId });
  return counts ?? { open: 0, completed: 0 };
}

const defaultEditors = alias(people, "default_editors");

const selectChannels = prepared("board_channels", (db) => {
  const { id, name, role, pictureFileId, suspendedAt } = people;
  return db
    .select({
      id,
      name,
      role,
      pictureFileId,
      suspendedAt,
      mayCreateTasks: teamMembers.mayCreateTasks,
      defaultEditor: defaultEditors.name,
    })
    .from(teamMembers)
    .innerJoin(people, eq(people.id, teamMembers.creatorId))
    .leftJoin(defaults, and(eq(defaults.creatorId, teamMembers.creatorId), defaults.isDefault))
    .leftJoin(
      defaultEditors,
      and(eq(defaultEditors.id, defaults.personId), isNull(defaultEditors.suspendedAt)),
    )
    .where(and(eq(teamMembers.personId, user), eq(teamMembers.kind, "manager"), activeCreator))
    .orderBy(people.name, people.id);
});

/** Creators whose manager the user is, by name. */
export async function listChannels(tx: Reading, personId: number) {
  return selectChannels(tx).execute({ personId });
}
