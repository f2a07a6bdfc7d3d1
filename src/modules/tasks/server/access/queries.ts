import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";

import { inList, prepared, type Reading, together, type Transaction } from "#core/server/database.ts";
import type { TaskRelation } from "#modules/tasks/rules/access.ts";
import { teamMembers } from "#modules/team/server/tables.ts";

import { tasks } from "../tables.ts";
import type { TaskRow } from "../tasks/queries.ts";
import { taskRelations, visibleTo } from "./tables.ts";

const user = sql.placeholder("personId");
const relation = { kind: taskRelations.kind, rights: taskRelations.rights };

const relationsToTasks = prepared("relations_to_tasks", (db) =>
  db
    .select({ taskId: taskRelations.taskId, ...relation })
    .from(taskRelations)
    .where(and(eq(taskRelations.personId, user), inList(taskRelations.taskId, sql.placeholder("ids")))),
);

/** The relations of a user to each of these tasks, by task. */
export async function findRelations(
  tx: Reading,
  personId: number,
  ids: readonly number[],
): Promise<Map<number, TaskRelation[]>> {
  if (ids.length === 0) return new Map();
  return Map.groupBy(await relationsToTasks(tx).execute({ personId, ids }), ({ taskId }) => taskId) as Map<
    number,
    TaskRelation[]
  >;
}

const lockedTask = prepared("lock_visible_task", (db) =>
  db
    .select()
    .from(tasks)
    .where(and(eq(tasks.id, sql.placeholder("id")), visibleTo(user)))
    .for("update"),
);
const lockedManager = prepared("lock_manager", (db) =>
  db
    .select({ personId: teamMembers.personId })
    .from(teamMembers)
    .where(and(eq(teamMembers.creatorId, sql.placeholder("creatorId")), eq(teamMembers.personId, user)))
    .for("share"),
);

/**
 * The task locked until the end of the transaction, with the relations of a user to it; null without access. The relations are
 * read after the lock was granted, and can only end after the transaction: removing a contributor locks the task, removing a manager
 * waits for the lock of their membership.
 */
export async function lockRelated(
  tx: Transaction,
  personId: number,
  id: number,
): Promise<{ row: TaskRow; relations: TaskRelation[] } | null> {
  const [row] = await lockedTask(tx).execute({ id, personId });
  if (!row) return null;
  const [, relations] = await together([
    lockedManager(tx).execute({ creatorId: row.creatorId, personId }),
    findRelations(tx, personId, [id]),
  ]);
  return { row, relations: relations.get(id) ?? [] };
}

const relatedPeople = prepared("people_of_tasks", (db) =>
  db
    .select({ personId: taskRelations.personId, ...relation })
    .from(taskRelations)
    .where(inList(taskRelations.taskId, sql.placeholder("ids")))
    .orderBy(desc(sql`${taskRelations.kind} = 'owner'`), asc(taskRelations.personId)),
);

/** The users with access to some of these tasks and their relations to them, the creators first. */
export async function listRelated(tx: Reading, ids: readonly number[]): Promise<Map<number, TaskRelation[]>> {
  return Map.groupBy(await relatedPeople(tx).execute({ ids }), ({ personId }) => personId) as Map<
    number,
    TaskRelation[]
  >;
}

/** Ids of the editors and contributors of all tasks of a creator. */
export async function listEditors(tx: Reading, creatorId: number): Promise<number[]> {
  const { personId, kind } = taskRelations;
  const rows = await tx
    .select({ personId })
    .from(taskRelations)
    .where(and(eq(taskRelations.creatorId, creatorId), inArray(kind, ["lead_editor", "contributor"])))
    .groupBy(personId);
  return rows.map((row) => row.personId);
}

/** Locks the membership of a manager of a creator until the end of the transaction, if there is one. */
export async function lockManager(
  tx: Transaction,
  membership: { creatorId: number; personId: number },
): Promise<void> {
  await lockedManager(tx).execute(membership);
}
