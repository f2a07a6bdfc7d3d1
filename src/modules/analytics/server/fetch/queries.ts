import {
  and,
  asc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  isNotNull,
  lt,
  lte,
  or,
  sql,
  type SQL,
  type SQLWrapper,
} from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";
import { kindsWithStatistics } from "#modules/publishing/rules/statistics.ts";
import { deliveries, destinations, mayBeCalled } from "#modules/publishing/server/tables.ts";

import {
  type AnalysedVideoRow,
  analysedVideos,
  videoDays,
  videoRetention,
  type VideoRetentionRow,
} from "../tables.ts";

/** Finished deliveries of a task, or of a destination. */
export type Enrolled = { taskId: number } | { destinationId: string };

/** When figures were last read; null for videos that have none yet, so that all of them are requested. */
const unlessWithoutFigures = (column: SQLWrapper) =>
  sql`case when ${analysedVideos.completeUntil} is not null then ${column} end`;

/**
 * Begins to fetch the figures of videos. Those without figures, and those that could not be fetched last, are due at once. Returns their
 * destinations.
 */
export async function enrollVideos(
  tx: Transaction,
  enrolled: Enrolled,
  now: Date,
): Promise<{ destinationId: string; personId: number }[]> {
  const of =
    "taskId" in enrolled
      ? eq(deliveries.taskId, enrolled.taskId)
      : eq(deliveries.destinationId, enrolled.destinationId);
  const rows = await tx
    .select({
      deliveryId: deliveries.id,
      destinationId: sql<string>`${deliveries.destinationId}`,
      personId: deliveries.personId,
      taskId: deliveries.taskId,
      platformVideoId: sql<string>`${deliveries.platformVideoId}`,
      publishedAt:
        sql<Date>`coalesce(${deliveries.publicAt}, ${deliveries.publishAt}, ${deliveries.finishedAt}, ${deliveries.startedAt})`.mapWith(
          deliveries.startedAt,
        ),
    })
    .from(deliveries)
    .where(
      and(
        of,
        eq(deliveries.step, "done"),
        inArray(deliveries.kind, [...kindsWithStatistics]),
        isNotNull(deliveries.platformVideoId),
        isNotNull(deliveries.destinationId),
      ),
    );
  if (rows.length === 0) return [];
  for (let at = 0; at < rows.length; at += 1000) {
    const part = rows.slice(at, at + 1000).map((row) => Object.assign(row, { nextFetchAt: now }));
    await tx
      .insert(analysedVideos)
      .values(part)
      .onConflictDoUpdate({
        target: analysedVideos.deliveryId,
        set: {
          nextFetchAt: now,
          problemCode: null,
          fetchedAt: unlessWithoutFigures(analysedVideos.fetchedAt),
          daysFetchedAt: unlessWithoutFigures(analysedVideos.daysFetchedAt),
        },
        setWhere: or(isNull(analysedVideos.completeUntil), isNotNull(analysedVideos.problemCode)),
      });
  }
  const owners = new Map(rows.map(({ destinationId, personId }) => [destinationId, personId]));
  return [...owners].map(([destinationId, personId]) => ({ destinationId, personId }));
}

/** Destinations that may be called, with videos that are due. */
export async function dueDestinations(tx: Reading, now: Date) {
  return tx
    .select({ destinationId: analysedVideos.destinationId, personId: analysedVideos.personId })
    .from(analysedVideos)
    .innerJoin(destinations, eq(destinations.id, analysedVideos.destinationId))
    .where(and(lte(analysedVideos.nextFetchAt, now), mayBeCalled(now)))
    .groupBy(analysedVideos.destinationId, analysedVideos.personId);
}

const isDue = (destinationId: string, now: Date): SQL | undefined =>
  and(eq(analysedVideos.destinationId, destinationId), lte(analysedVideos.nextFetchAt, now));

/** The videos of a destination that have been due the longest; none while it may not be called. */
export async function dueVideos(
  tx: Reading,
  { destinationId, now, limit }: { destinationId: string; now: Date; limit: number },
): Promise<AnalysedVideoRow[]> {
  return tx
    .select(getTableColumns(analysedVideos))
    .from(analysedVideos)
    .innerJoin(destinations, eq(destinations.id, analysedVideos.destinationId))
    .where(and(isDue(destinationId, now), mayBeCalled(now)))
    .orderBy(asc(analysedVideos.nextFetchAt), asc(analysedVideos.deliveryId))
    .limit(limit);
}

/** Postpones all videos of a destination that are due. */
export async function postponeDue(
  tx: Transaction,
  { destinationId, now, until, code }: { destinationId: string; now: Date; until: Date; code: string | null },
): Promise<void> {
  await tx
    .update(analysedVideos)
    .set({ nextFetchAt: until, problemCode: code })
    .where(isDue(destinationId, now));
}

/** Changes a video, unless its connection and so its row was deleted. False if it was. */
export async function changeVideo(
  tx: Transaction,
  deliveryId: string,
  change: Partial<Omit<AnalysedVideoRow, "deliveryId">>,
): Promise<boolean> {
  const changed = await tx
    .update(analysedVideos)
    .set(change)
    .where(eq(analysedVideos.deliveryId, deliveryId))
    .returning({ deliveryId: analysedVideos.deliveryId });
  return changed.length > 0;
}

type NewDay = typeof videoDays.$inferInsert;
const rowsPerInsert = 2000;

/** Replaces the figures by day of a video. The caller has changed its row, which locks it. */
export async function replaceDays(
  tx: Transaction,
  deliveryId: string,
  days: readonly NewDay[],
): Promise<void> {
  await tx.delete(videoDays).where(eq(videoDays.deliveryId, deliveryId));
  for (let at = 0; at < days.length; at += rowsPerInsert) {
    await tx.insert(videoDays).values(days.slice(at, at + rowsPerInsert));
  }
}

/** Replaces the retention of a video. The caller has changed its row, which locks it. */
export async function replaceRetention(
  tx: Transaction,
  deliveryId: string,
  retention: VideoRetentionRow | null,
): Promise<void> {
  await tx.delete(videoRetention).where(eq(videoRetention.deliveryId, deliveryId));
  if (retention) await tx.insert(videoRetention).values(retention);
}

/** The columns of a video without figures. */
export const noFigures = {
  currentViews: null,
  currentLikes: null,
  currentComments: null,
  countedAt: null,
  daysFetchedAt: null,
  fetchedAt: null,
  completeUntil: null,
  totalViews: null,
  totalEngagedViews: null,
  totalWatchSeconds: null,
  totalAverageViewPercent: null,
  totalLikes: null,
  totalComments: null,
  totalShares: null,
  totalSubscribersGained: null,
  totalSubscribersLost: null,
} satisfies Partial<AnalysedVideoRow>;

/** Deletes the figures of some videos that were last read before a moment. Returns how many had any. */
export async function deleteFiguresBefore(tx: Transaction, moment: Date, limit: number): Promise<number> {
  const counted = lt(analysedVideos.countedAt, moment);
  const outdated = await tx
    .select({ deliveryId: analysedVideos.deliveryId })
    .from(analysedVideos)
    .where(or(lt(analysedVideos.fetchedAt, moment), and(isNull(analysedVideos.fetchedAt), counted)))
    .limit(limit)
    .for("update");
  const ids = outdated.map((row) => row.deliveryId);
  if (ids.length === 0) return 0;
  await tx.delete(videoDays).where(inArray(videoDays.deliveryId, ids));
  await tx.delete(videoRetention).where(inArray(videoRetention.deliveryId, ids));
  await tx.update(analysedVideos).set(noFigures).where(inArray(analysedVideos.deliveryId, ids));
  return ids.length;
}
