import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";

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
  if (await sharesResults(tx, creatorId)) {
    const editors = await tx
      .select({ editorId: tasks.editorId })
      .from(tasks)
      .where(and(inArray(tasks.id, [...taskIds]), isNotNull(tasks.editorId), isNull(tasks.declinedAt)));
    const contributors = await tx
      .select({ id: taskContributors.personId })
      .from(taskContributors)
      .where(inArray(taskContributors.taskId, [...taskIds]));
    ids.push(...editors.flatMap(({ editorId }) => editorId ?? []), ...contributors.map(({ id }) => id));
  }
  return [...new Set(ids)];
}
