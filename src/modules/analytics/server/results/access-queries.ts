import { and, asc, eq } from "drizzle-orm";

import type { Reading } from "#core/server/database.ts";
import { deliveries, destinations, leadingKindFirst } from "#modules/publishing/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import { type AnalysedVideoRow, analysedVideos, keptPictures } from "../tables.ts";

/** The creator of a task if the file is the storyboard that is kept of its video, or null. */
export async function findCreatorOfSheet(
  tx: Reading,
  { taskId, fileId }: { taskId: number; fileId: string },
): Promise<number | null> {
  const [row] = await tx
    .select({ creatorId: tasks.creatorId })
    .from(tasks)
    .innerJoin(keptPictures, eq(keptPictures.taskId, tasks.id))
    .where(and(eq(tasks.id, taskId), eq(keptPictures.sheetFileId, fileId)));
  return row?.creatorId ?? null;
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
