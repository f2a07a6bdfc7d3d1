import { and, eq, exists, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { bigint, pgView, QueryBuilder, text } from "drizzle-orm/pg-core";

import { people } from "#modules/people/server/tables.ts";
import type { Side } from "#modules/tasks/rules.ts";
import type { TaskRelation } from "#modules/tasks/rules/access.ts";
import { managedBy, teamMembers } from "#modules/team/server/tables.ts";

import { taskContributors, tasks, tasksOfSide } from "../tables.ts";

/**
 * The relations of users to tasks. An editor who declined a task has none as its editor, and nobody manages for a creator whose
 * account is suspended.
 */
export const taskRelations = pgView("task_relations", {
  taskId: bigint("task_id", { mode: "number" }).notNull(),
  creatorId: bigint("creator_id", { mode: "number" }).notNull(),
  personId: bigint("person_id", { mode: "number" }).notNull(),
  kind: text("kind").$type<TaskRelation["kind"]>().notNull(),
  rights: text("rights").array().notNull(),
}).as(sql`
  select ${tasks.id} as task_id, ${tasks.creatorId} as creator_id, ${tasks.creatorId} as person_id, 'owner' as kind,
      '{}'::text[] as rights
    from ${tasks}
  union all
  select ${tasks.id}, ${tasks.creatorId}, ${tasks.editorId}, 'lead_editor', '{}'::text[]
    from ${tasks} where ${tasks.editorId} is not null and ${tasks.declinedAt} is null
  union all
  select ${tasks.id}, ${tasks.creatorId}, ${teamMembers.personId}, 'manager', ${teamMembers.rights}
    from ${tasks}
    inner join ${teamMembers} on ${teamMembers.creatorId} = ${tasks.creatorId} and ${teamMembers.kind} = 'manager'
    inner join ${people} on ${people.id} = ${tasks.creatorId} and ${people.suspendedAt} is null
  union all
  select ${tasks.id}, ${tasks.creatorId}, ${taskContributors.personId}, 'contributor', ${taskContributors.rights}
    from ${tasks} inner join ${taskContributors} on ${taskContributors.taskId} = ${tasks.id}`);

/** Whether a user has access to a task. For few rows, because the relations are looked up for each of them. */
export const visibleTo = (personId: number | SQLWrapper) =>
  exists(
    new QueryBuilder()
      .select({ kind: taskRelations.kind })
      .from(taskRelations)
      .where(and(eq(taskRelations.taskId, tasks.id), eq(taskRelations.personId, personId))),
  );

/**
 * The tasks visible to a user, for lists: `first` reads the first tasks of each part by an index, and the list is the first of their
 * union. The parts are the user's own tasks on one side, those of each channel that they manage, and those to which they contribute.
 */
export function partsVisibleTo(
  personId: number | SQLWrapper,
  side: Side,
  first: (whose: SQL | undefined) => SQL,
): { own: SQL; ofChannels: SQL; contributed: SQL } {
  return {
    own: first(tasksOfSide[side](personId)),
    ofChannels: sql`select first.* from (${managedBy(personId)}) channels
      cross join lateral ${first(sql`${tasks.creatorId} = channels.creator_id`)} first`,
    contributed: sql`select first.* from ${taskContributors}
      cross join lateral ${first(eq(tasks.id, taskContributors.taskId))} first
      where ${taskContributors.personId} = ${personId}`,
  };
}
