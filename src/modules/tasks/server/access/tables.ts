import { and, eq, exists, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { bigint, pgView, QueryBuilder, text } from "drizzle-orm/pg-core";

import { people } from "#modules/people/server/tables.ts";
import type { TaskRelation } from "#modules/tasks/rules/access.ts";
import { managedBy, teamMembers } from "#modules/team/server/tables.ts";

import { assignedTo, taskContributors, tasks } from "../tables.ts";

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

/** The right of managers that gives them an ability of the creator. */
const managersWith = { decide: "review", edit: "create_tasks", publish: "publish" } as const;

/**
 * Whether a user has an ability of the creator in a task, as `relationAbilities` grants it. For lists: the creators are read once per
 * statement.
 */
export const hasCreatorAbility = (personId: number | SQLWrapper, ability: keyof typeof managersWith) =>
  sql`(${tasks.creatorId} = ${personId} or ${tasks.creatorId} = any(array(${managedBy(personId, managersWith[ability])})))`;

/** Whether a user may upload versions of a task that is not declined. */
export const hasUploadAbility = (personId: number | SQLWrapper) =>
  sql`(${tasks.editorId} = ${personId} or exists (select from ${taskContributors} where ${taskContributors.taskId} = ${tasks.id}
    and ${taskContributors.personId} = ${personId} and 'upload' = any(${taskContributors.rights})))`;

/** Subquery: the number of creators whose manager a user is. */
export const managedCount = (personId: number) =>
  sql`(select count(*) from (${managedBy(personId)}) channels)`;

/**
 * Subquery: the tasks visible to a user, each once. `read` selects those of one relation with its own order and limit, so that a list reads
 * only the first tasks of each relation and of each managed channel, by an index.
 */
export function visibleTasks(personId: number | SQLWrapper, read: (relation: SQL | undefined) => SQL): SQL {
  const channels = managedBy(personId);
  return sql`
    ${read(eq(tasks.creatorId, personId))}
    union ${read(assignedTo(personId))}
    union select read.* from (${channels}) channels
      cross join lateral ${read(sql`${tasks.creatorId} = channels.creator_id`)} read
    union select read.* from ${taskContributors}
      cross join lateral ${read(eq(tasks.id, taskContributors.taskId))} read
      where ${taskContributors.personId} = ${personId}`;
}
