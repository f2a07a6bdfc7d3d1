import { and, eq, sql } from "drizzle-orm";

import { isOneOf, prepared, type Reading, together, type Transaction } from "#core/server/database.ts";
import { activeCreator, teamMembers } from "#modules/team/server/tables.ts";

import type { ContributorRights, ManagerRights, RelatedTask } from "../rules/access.ts";
import type { TaskRow } from "./queries.ts";
import { isAccessible, taskContributors, tasks } from "./tables.ts";

/** A task with the rights of one user as manager and contributor. */
export type RelatedRow = TaskRow & RelatedTask;

const { mayCreateTasks, mayReview, mayPublish } = teamMembers;
const { mayUpload, mayAttach } = taskContributors;
const managerRights = { mayCreateTasks, mayReview, mayPublish };
const contributorRights = { mayUpload, mayAttach };

const ofTask = eq(tasks.id, sql.placeholder("id"));
const user = sql.placeholder("personId");
const managesCreator = and(
  eq(teamMembers.creatorId, tasks.creatorId),
  eq(teamMembers.personId, user),
  eq(teamMembers.kind, "manager"),
  activeCreator,
);

const taskOf = prepared("task_of", (db) =>
  db
    .select({ task: tasks, manager: managerRights, contributor: contributorRights })
    .from(tasks)
    .leftJoin(teamMembers, managesCreator)
    .leftJoin(
      taskContributors,
      and(eq(taskContributors.taskId, tasks.id), eq(taskContributors.personId, user)),
    )
    .where(and(ofTask, isAccessible(user))),
);

/** The task and the user's rights in it, or null without access to it. */
export async function findTaskOf(tx: Reading, id: number, personId: number): Promise<RelatedRow | null> {
  const [found] = await taskOf(tx).execute({ id, personId });
  return found ? { ...found.task, manager: found.manager, contributor: found.contributor } : null;
}

const taskLockOf = prepared("lock_task_of", (db) =>
  db
    .select()
    .from(tasks)
    .where(and(ofTask, isAccessible(user)))
    .for("update"),
);
const managerLock = prepared("lock_manager", (db) =>
  db
    .select(managerRights)
    .from(teamMembers)
    .innerJoin(tasks, managesCreator)
    .where(ofTask)
    .for("share", { of: teamMembers }),
);
const contributorLock = prepared("lock_contributor", (db) =>
  db
    .select(contributorRights)
    .from(taskContributors)
    .where(and(eq(taskContributors.taskId, sql.placeholder("id")), eq(taskContributors.personId, user)))
    .for("share"),
);

/**
 * Like `findTaskOf`, and the task is locked until the end of the transaction. So are the rights, which are read after the
 * task's lock was granted: they can only be removed after the transaction, or were before.
 */
export async function lockTaskOf(tx: Transaction, id: number, personId: number): Promise<RelatedRow | null> {
  const values = { id, personId };
  const [row] = await taskLockOf(tx).execute(values);
  if (!row) return null;
  const [[manager = null], [contributor = null]] = await together([
    managerLock(tx).execute(values),
    contributorLock(tx).execute(values),
  ]);
  return { ...row, manager, contributor };
}

const channelLock = prepared("lock_channel", (db) =>
  db
    .select(managerRights)
    .from(teamMembers)
    .where(
      and(
        eq(teamMembers.creatorId, sql.placeholder("creatorId")),
        eq(teamMembers.personId, user),
        eq(teamMembers.kind, "manager"),
        activeCreator,
      ),
    )
    .for("share"),
);

/** The rights of a manager of a creator, which can't be removed until the end of the transaction; null for others. */
export async function lockRights(
  tx: Transaction,
  manager: { creatorId: number; personId: number },
): Promise<ManagerRights | null> {
  const [rights] = await channelLock(tx).execute(manager);
  return rights ?? null;
}

const none = sql<boolean>`false`;
/** In one statement, because most actions and lists of a task read both. */
const teamOf = prepared("team_of", (db) =>
  db
    .select({
      personId: teamMembers.personId,
      isManager: sql<boolean>`true`,
      ...managerRights,
      mayUpload: none,
      mayAttach: none,
    })
    .from(teamMembers)
    .where(
      and(
        eq(teamMembers.creatorId, sql.placeholder("creatorId")),
        eq(teamMembers.kind, "manager"),
        activeCreator,
      ),
    )
    .unionAll(
      db
        .select({
          personId: taskContributors.personId,
          isManager: none,
          mayCreateTasks: none,
          mayReview: none,
          mayPublish: none,
          ...contributorRights,
        })
        .from(taskContributors)
        .where(eq(taskContributors.taskId, sql.placeholder("id"))),
    )
    .orderBy(sql`1`),
);

/** The managers of a task's creator and the contributors of the task. */
export async function listTeamOf(tx: Reading, { id, creatorId }: Pick<TaskRow, "id" | "creatorId">) {
  const team = await teamOf(tx).execute({ id, creatorId });
  return {
    managers: team.filter(({ isManager }) => isManager),
    contributors: team.filter(({ isManager }) => !isManager),
  };
}

const rightsAsManager = prepared("rights_as_manager", (db) =>
  db
    .select({ creatorId: teamMembers.creatorId, ...managerRights })
    .from(teamMembers)
    .where(
      and(
        eq(teamMembers.personId, user),
        eq(teamMembers.kind, "manager"),
        activeCreator,
        isOneOf(teamMembers.creatorId, sql.placeholder("creatorIds")),
      ),
    ),
);
const rightsAsContributor = prepared("rights_as_contributor", (db) =>
  db
    .select({ taskId: taskContributors.taskId, ...contributorRights })
    .from(taskContributors)
    .where(
      and(eq(taskContributors.personId, user), isOneOf(taskContributors.taskId, sql.placeholder("taskIds"))),
    ),
);

/** The user's rights as manager by creator, and as contributor by task. */
export async function findRights(
  tx: Reading,
  personId: number,
  rows: readonly Pick<TaskRow, "id" | "creatorId">[],
): Promise<{ managers: Map<number, ManagerRights>; contributors: Map<number, ContributorRights> }> {
  if (rows.length === 0) return { managers: new Map(), contributors: new Map() };
  const creatorIds = [...new Set(rows.map(({ creatorId }) => creatorId))];
  const [managers, contributors] = await together([
    rightsAsManager(tx).execute({ personId, creatorIds }),
    rightsAsContributor(tx).execute({ personId, taskIds: rows.map(({ id }) => id) }),
  ]);
  return {
    managers: new Map(managers.map((row) => [row.creatorId, row])),
    contributors: new Map(contributors.map((row) => [row.taskId, row])),
  };
}
