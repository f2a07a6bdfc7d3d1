import { and, asc, eq, inArray, or, sql } from "drizzle-orm";

import type { Reading } from "#core/server/database.ts";
import { deliveries, destinations, leadingKindFirst } from "#modules/publishing/server/tables.ts";
import { taskRelations } from "#modules/tasks/server/access/tables.ts";

import { type AnalysedVideoRow, analysedVideos, analyticsSettings, keptPictures } from "../tables.ts";

/** Whether a file is the storyboard that is kept of a task's video, and the user may see the results of the task. */
export async function hasReadableSheet(
  tx: Reading,
  { taskId, personId, fileId }: { taskId: number; personId: number; fileId: string },
): Promise<boolean> {
  const shared = sql`not exists (select from ${analyticsSettings}
    where ${analyticsSettings.personId} = ${taskRelations.creatorId} and not ${analyticsSettings.shareResults})`;
  const [found] = await tx
    .select({ taskId: taskRelations.taskId })
    .from(taskRelations)
    .innerJoin(keptPictures, eq(keptPictures.taskId, taskRelations.taskId))
    .where(
      and(
        eq(taskRelations.taskId, taskId),
        eq(taskRelations.personId, personId),
        eq(keptPictures.sheetFileId, fileId),
        or(inArray(taskRelations.kind, ["owner", "manager"]), shared),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** A finished delivery with its destination, and its figures if they are fetched. */
export interface PublicationRow {
  delivery: typeof deliveries.$inferSelect;
  destination: typeof destinations.$inferSelect | null;
  analysed: AnalysedVideoRow | null;
}

/** The publications of a task, the leading one first. */
export async function publicationsOfTask(tx: Reading, taskId: number): Promise<PublicationRow[]> {
  return tx
    .select({
      delivery: deliveries,
      destination: destinations,
      analysed: analysedVideos,
    })
    .from(deliveries)
    .leftJoin(destinations, eq(destinations.id, deliveries.destinationId))
    .leftJoin(analysedVideos, eq(analysedVideos.deliveryId, deliveries.id))
    .where(and(eq(deliveries.taskId, taskId), eq(deliveries.step, "done")))
    .orderBy(leadingKindFirst, asc(deliveries.startedAt), asc(deliveries.id));
}
