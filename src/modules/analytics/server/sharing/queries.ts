import { and, eq, inArray, type SQL } from "drizzle-orm";

import type { Reading } from "#core/server/database.ts";
import { taskRelations } from "#modules/tasks/server/access/tables.ts";

import { analyticsSettings } from "../tables.ts";

/** Whether a creator's editors see the results of their videos, which is on unless the creator has turned it off. */
export async function sharesResults(tx: Reading, creatorId: number): Promise<boolean> {
  const [row] = await tx
    .select({ share: analyticsSettings.shareResults })
    .from(analyticsSettings)
    .where(eq(analyticsSettings.personId, creatorId));
  return row?.share ?? true;
}

/**
 * The people who may see figures of some of a creator's tasks: the creator, their managers, and while results are shared the editors and
 * contributors of these tasks.
 */
export async function viewersOf(
  tx: Reading,
  { creatorId, taskIds }: { creatorId: number; taskIds: readonly number[] },
): Promise<number[]> {
  const { taskId, kind } = taskRelations;
  const always = (await sharesResults(tx, creatorId)) ? undefined : inArray(kind, ["owner", "manager"]);
  return listPeople(tx, and(inArray(taskId, [...taskIds]), always));
}

/** The editors and contributors of all tasks of a creator, who may see results while they are shared. */
export async function editorsOfCreator(tx: Reading, creatorId: number): Promise<number[]> {
  const { kind } = taskRelations;
  return listPeople(
    tx,
    and(eq(taskRelations.creatorId, creatorId), inArray(kind, ["lead_editor", "contributor"])),
  );
}

async function listPeople(tx: Reading, matching: SQL | undefined): Promise<number[]> {
  const { personId } = taskRelations;
  const rows = await tx.select({ id: personId }).from(taskRelations).where(matching).groupBy(personId);
  return rows.map(({ id }) => id);
}
