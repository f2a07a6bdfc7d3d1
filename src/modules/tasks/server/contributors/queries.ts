import { and, asc, eq } from "drizzle-orm";

import { type Reading, type Transaction } from "#core/server/database.ts";

import { taskContributors } from "../tables.ts";

type ContributorRow = typeof taskContributors.$inferSelect;
type Contribution = Pick<ContributorRow, "taskId" | "personId">;

const isContribution = ({ taskId, personId }: Contribution) =>
  and(eq(taskContributors.taskId, taskId), eq(taskContributors.personId, personId));

/** The contributors of a task, the first added first. */
export async function listContributors(tx: Reading, taskId: number): Promise<ContributorRow[]> {
  return tx
    .select()
    .from(taskContributors)
    .where(eq(taskContributors.taskId, taskId))
    .orderBy(asc(taskContributors.createdAt), asc(taskContributors.personId));
}

/** Adds a contributor, or changes the label and rights of one. */
export async function saveContributor(tx: Transaction, row: ContributorRow): Promise<void> {
  const { label, rights } = row;
  await tx
    .insert(taskContributors)
    .values(row)
    .onConflictDoUpdate({
      target: [taskContributors.taskId, taskContributors.personId],
      set: { label, rights },
    });
}

/** The removed contributor, or null if the person contributes nothing to the task. */
export async function deleteContributor(
  tx: Transaction,
  contribution: Contribution,
): Promise<ContributorRow | null> {
  const [row] = await tx.delete(taskContributors).where(isContribution(contribution)).returning();
  return row ?? null;
}

/** The ids of the tasks to which a person contributes. */
export async function listPersonContributions(tx: Reading, personId: number): Promise<ContributorRow[]> {
  return tx
    .select()
    .from(taskContributors)
    .where(eq(taskContributors.personId, personId))
    .orderBy(asc(taskContributors.taskId));
}

export async function isContributing(tx: Reading, personId: number): Promise<boolean> {
  const { taskId } = taskContributors;
  const rows = await tx
    .select({ taskId })
    .from(taskContributors)
    .where(eq(taskContributors.personId, personId))
    .limit(1);
  return rows.length > 0;
}
