import { and, desc, eq, exists, inArray, or, sql } from "drizzle-orm";
import { alias, QueryBuilder } from "drizzle-orm/pg-core";

import { isOneOf, prepared, type Reading } from "#core/server/database.ts";
import { messages, type MessageRow } from "#modules/messages/server/tables.ts";
import { people } from "#modules/people/server/tables.ts";
import { assignedTo, contributedBy, isAccessible, tasks } from "#modules/tasks/server/tables.ts";
import { managedBy, teamMembers } from "#modules/team/server/tables.ts";

function ofPair(one: number, two: number) {
  const { creatorId } = tasks;
  return or(and(eq(creatorId, one), assignedTo(two)), and(eq(creatorId, two), assignedTo(one)));
}

/** Whether two users have access to the same task, in any stage, or belong to the same team. */
export async function workTogether(tx: Reading, one: number, two: number): Promise<boolean> {
  const [task] = await tx
    .select({ found: sql`1` })
    .from(tasks)
    .where(ofPair(one, two))
    .limit(1);
  return task !== undefined || (await areInOneTeam(tx, one, two));
}

/** Whether two users are related by the team of a creator or the contributors of a task. */
async function areInOneTeam(tx: Reading, one: number, two: number): Promise<boolean> {
  const related = or(
    isInTeamOf(one, two),
    isInTeamOf(two, one),
    areMembersOfSameTeam(one, two),
    managesForEditor(one, two),
    managesForEditor(two, one),
    contributesWith(one, two),
    contributesWith(two, one),
  );
  const [found] = await tx
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.id, two), related));
  return found !== undefined;
}

const members = () => new QueryBuilder().select({ personId: teamMembers.personId }).from(teamMembers);
const anyTask = () => new QueryBuilder().select({ id: tasks.id }).from(tasks);

/** Whether the creator has the person in their team. */
function isInTeamOf(creatorId: number, personId: number) {
  return exists(
    members().where(and(eq(teamMembers.creatorId, creatorId), eq(teamMembers.personId, personId))),
  );
}

function areMembersOfSameTeam(one: number, two: number) {
  const others = alias(teamMembers, "other_members");
  return exists(
    members()
      .innerJoin(others, and(eq(others.creatorId, teamMembers.creatorId), eq(others.personId, two)))
      .where(eq(teamMembers.personId, one)),
  );
}

/** Whether a person manages a creator one of whose tasks the editor has. */
function managesForEditor(managerId: number, editorId: number) {
  return exists(anyTask().where(and(assignedTo(editorId), inArray(tasks.creatorId, managedBy(managerId)))));
}

/** Whether the other user has access to a task to which a person contributes. */
function contributesWith(personId: number, otherId: number) {
  return exists(anyTask().where(and(inArray(tasks.id, contributedBy(personId)), isAccessible(otherId))));
}

const taskColumns = {
  id: tasks.id,
  taskTitle: tasks.taskTitle,
  stage: tasks.stage,
  deadline: tasks.deadline,
  creatorId: tasks.creatorId,
  attachmentFileIds: tasks.attachmentFileIds,
};
export type MessageTaskRow = Awaited<ReturnType<typeof findTasks>>[number];

const tasksOfMessages = prepared("tasks_of_messages", (db) =>
  db
    .select(taskColumns)
    .from(tasks)
    .where(isOneOf(tasks.id, sql.placeholder("ids"))),
);

export async function findTasks(tx: Reading, ids: readonly number[]) {
  return ids.length === 0 ? [] : tasksOfMessages(tx).execute({ ids });
}

/** The newest tasks of which two users are creator and editor. */
export async function findSharedTasks(tx: Reading, one: number, two: number, limit: number) {
  return tx.select(taskColumns).from(tasks).where(ofPair(one, two)).orderBy(desc(tasks.id)).limit(limit);
}

/** The newest messages with images. */
export async function findWithImages(
  tx: Reading,
  conversationId: number,
  limit: number,
): Promise<MessageRow[]> {
  return tx
    .select()
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), sql`cardinality(${messages.imageFileIds}) > 0`))
    .orderBy(desc(messages.sequence))
    .limit(limit);
}
