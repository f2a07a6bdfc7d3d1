import { and, eq, exists, inArray, or, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";

import type { Reading } from "#core/server/database.ts";
import { people } from "#modules/people/server/tables.ts";
import { managedBy, teamMembers } from "#modules/team/server/tables.ts";

import { assignedTo, tasksOfPair, taskContributors, tasks } from "../tables.ts";
import { visibleTo } from "./tables.ts";

/** Whether two users have access to the same task, in any stage, or belong to the same team. */
export async function areRelated(tx: Reading, one: number, two: number): Promise<boolean> {
  const [task] = await tx
    .select({ found: sql`1` })
    .from(tasks)
    .where(tasksOfPair(one, two))
    .limit(1);
  return task !== undefined || (await areInOneTeam(tx, one, two));
}

/** Whether two users are related by the team of a creator or the contributors of a task. */
async function areInOneTeam(tx: Reading, one: number, two: number): Promise<boolean> {
  const related = or(
    exists(sql`(${teamCreators(one)} intersect ${teamCreators(two)})`),
    managesForEditor(one, two),
    managesForEditor(two, one),
    contributesWith(one, two),
    contributesWith(two, one),
  );
  const [row] = await tx
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.id, two), related));
  return row !== undefined;
}

/** The ids of the creators to whose teams a user belongs, with their own, which they lead if they are a creator. */
const teamCreators = (personId: number) =>
  sql`(select ${personId}::bigint union all
    select ${teamMembers.creatorId} from ${teamMembers} where ${teamMembers.personId} = ${personId})`;
const anyTask = () => new QueryBuilder().select({ id: tasks.id }).from(tasks);

/** Whether a person manages a creator one of whose tasks the editor has. */
function managesForEditor(managerId: number, editorId: number) {
  return exists(anyTask().where(and(assignedTo(editorId), inArray(tasks.creatorId, managedBy(managerId)))));
}

/** Whether the other user has access to a task to which a person contributes. */
function contributesWith(personId: number, otherId: number) {
  const contributed = new QueryBuilder()
    .select({ taskId: taskContributors.taskId })
    .from(taskContributors)
    .where(eq(taskContributors.personId, personId));
  return exists(anyTask().where(and(inArray(tasks.id, contributed), visibleTo(otherId))));
}
