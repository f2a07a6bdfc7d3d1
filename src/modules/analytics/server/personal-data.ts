import { and, asc, eq, gt } from "drizzle-orm";

import { inBatches } from "#core/server/batches.ts";
import type { Context } from "#core/server/context.ts";
import type { Reading } from "#core/server/database.ts";
import type { PersonalData } from "#core/server/personal-data.ts";

import { listDays, findRetention } from "./results/queries.ts";
import { sharesResults } from "./sharing/queries.ts";
import { analysedVideos, type AnalysedVideoRow, analyticsSettings } from "./tables.ts";

/** A creator's choices, and the figures of their videos. */
export const analyticsData: PersonalData = {
  part: "analytics",
  read: async ({ tx }, personId) => ({
    shareResults: await sharesResults(tx, personId),
    videos: inBatches({
      limit: 5,
      read: (last: AnalysedVideoRow | null, limit) => videosAfter(tx, { personId, last, limit }),
      present: (rows) => Promise.all(rows.map((row) => presentVideo(tx, row))),
    }),
  }),
};

async function videosAfter(
  tx: Reading,
  { personId, last, limit }: { personId: number; last: AnalysedVideoRow | null; limit: number },
): Promise<AnalysedVideoRow[]> {
  return tx
    .select()
    .from(analysedVideos)
    .where(
      and(
        eq(analysedVideos.personId, personId),
        last ? gt(analysedVideos.deliveryId, last.deliveryId) : undefined,
      ),
    )
    .orderBy(asc(analysedVideos.deliveryId))
    .limit(limit);
}

async function presentVideo(tx: Reading, row: AnalysedVideoRow) {
  const { deliveryId, taskId, platformVideoId, publishedAt, completeUntil, fetchedAt } = row;
  const { currentViews, currentLikes, currentComments, countedAt } = row;
  const days = await listDays(tx, deliveryId);
  return {
    taskId,
    platformVideoId,
    publishedAt,
    current: { views: currentViews, likes: currentLikes, comments: currentComments, at: countedAt },
    completeUntil,
    fetchedAt,
    days: days.map(({ deliveryId: _deliveryId, ...figures }) => figures),
    retention: (await findRetention(tx, deliveryId))?.audienceWatchRatio ?? null,
  };
}

/** Deletes the figures and choices of a deleted account. Pictures of their videos stay with the tasks, which editors still have. */
export async function deleteAccountData({ tx }: Context, personId: number): Promise<void> {
  await tx.delete(analysedVideos).where(eq(analysedVideos.personId, personId));
  await tx.delete(analyticsSettings).where(eq(analyticsSettings.personId, personId));
}
