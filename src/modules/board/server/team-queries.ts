import { and, eq, isNull, not, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { prepared, type Reading } from "#core/server/database.ts";
import { people } from "#modules/people/server/tables.ts";
import { assignedTo, taskContributors, tasks } from "#modules/tasks/server/tables.ts";
import { activeCreator, managedBy, teamMembers } from "#modules/team/server/tables.ts";

import { ofCreator, statuses } from "./list-queries.ts";
import type { TaskQuery } from "./task-query.ts";

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
      rights: teamMembers.rights,
      defaultEditor: {
        id: defaultEditors.id,
        name: defaultEditors.name,
        role: defaultEditors.role,
        pictureFileId: defaultEditors.pictureFileId,
        suspendedAt: defaultEditors.suspendedAt,
      },
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
