import { and, eq, inArray, isNotNull, isNull, type SQL } from "drizzle-orm";

import type { Reading } from "#core/server/database.ts";
import { taskContributors, tasks } from "#modules/tasks/server/tables.ts";
import { activeCreator, teamMembers } from "#modules/team/server/tables.ts";

import { analyticsSettings } from "../tables.ts";

/** Whether a creator's editors see the results of their videos, which is on unless the creator has turned it off. */
export async function sharesResults(tx: Reading, creatorId: number): Promise<boolean> {
  const [row] = await tx
    .select({ share: analyticsSettings.shareResults })
    .from(analyticsSettings)
    .where(eq(analyticsSettings.personId, creatorId));
  return row?.share ?? true;
}

const managersOf = (creatorId: number) =>
  and(eq(teamMembers.creatorId, creatorId), eq(teamMembers.kind, "manager"), activeCreator);

/** Whether a person manages a creator's channel. False while the creator is suspended. */
export async function isManagerOf(
  tx: Reading,
  { creatorId, personId }: { creatorId: number; personId: number },
): Promise<boolean> {
  const [row] = await tx
    .select({ personId: teamMembers.personId })
    .from(teamMembers)
    .where(and(managersOf(creatorId), eq(teamMembers.personId, personId)));
  return row !== undefined;
}

/**
 * The people who may see figures of some of a creator's tasks: the creator, their managers, and while results are shared the editors and
 * contributors of these tasks.
 */
export async function viewersOf(
  tx: Reading,
  { creatorId, taskIds }: { creatorId: number; taskIds: readonly number[] },
): Promise<number[]> {
  const { personId } = teamMembers;
  const managers = await tx.select({ personId }).from(teamMembers).where(managersOf(creatorId));
  const ids = [creatorId, ...managers.map((row) => row.personId)];
  if (await sharesResults(tx, creatorId)) ids.push(...(await editorsOf(tx, inArray(tasks.id, [...taskIds]))));
  return [...new Set(ids)];
}

/** The editors and contributors of all tasks of a creator, who may see results while they are shared. */
export async function editorsOfCreator(tx: Reading, creatorId: number): Promise<number[]> {
  return [...new Set(await editorsOf(tx, eq(tasks.creatorId, creatorId)))];
}

async function editorsOf(tx: Reading, matching: SQL): Promise<number[]> {
  const editors = await tx
    .select({ id: tasks.editorId })
    .from(tasks)
    .where(and(matching, isNotNull(tasks.editorId), isNull(tasks.declinedAt)))
    .groupBy(tasks.editorId);
  const contributors = await tx
    .select({ id: taskContributors.personId })
    .from(taskContributors)
    .innerJoin(tasks, eq(tasks.id, taskContributors.taskId))
    .where(matching)
    .groupBy(taskContributors.personId);
  return [...editors, ...contributors].flatMap(({ id }) => id ?? []);
}
