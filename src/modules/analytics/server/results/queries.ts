import { and, asc, eq, inArray, isNull, ne, sql, type SQL } from "drizzle-orm";

import type { Reading } from "#core/server/database.ts";
import { leastComparedVideos, maxComparedVideos } from "#modules/analytics/rules/comparison.ts";
import { comments } from "#modules/feedback/server/tables.ts";
import type { Rate } from "#modules/media/rules/frames.ts";
import { videos } from "#modules/media/server/tables.ts";
import { versions } from "#modules/review/server/tables.ts";

import {
  analysedVideos,
  keptPictures,
  type KeptPicturesRow,
  type VideoDayRow,
  videoDays,
  videoRetention,
  type VideoRetentionRow,
} from "../tables.ts";

export async function listDays(tx: Reading, deliveryId: string): Promise<VideoDayRow[]> {
  return tx.select().from(videoDays).where(eq(videoDays.deliveryId, deliveryId)).orderBy(asc(videoDays.age));
}

export async function findRetention(tx: Reading, deliveryId: string): Promise<VideoRetentionRow | null> {
  const [row] = await tx.select().from(videoRetention).where(eq(videoRetention.deliveryId, deliveryId));
  return row ?? null;
}

export async function findPictures(tx: Reading, taskId: number): Promise<KeptPicturesRow | null> {
  const [row] = await tx.select().from(keptPictures).where(eq(keptPictures.taskId, taskId));
  return row ?? null;
}

/** The version that a video is, and the facts about its file. */
export async function versionOfVideo(tx: Reading, { taskId, videoId }: { taskId: number; videoId: string }) {
  const [row] = await tx
    .select({
      version: versions.number,
      state: videos.state,
      facts: videos.facts,
      renditionDone: videos.renditionDone,
    })
    .from(versions)
    .innerJoin(videos, eq(videos.id, versions.videoId))
    .where(and(eq(versions.taskId, taskId), eq(versions.videoId, videoId)));
  return row ?? null;
}

/**
 * The first comments of a task's review, without replies and deleted ones, with the frame rates of their versions. Texts end after some
 * characters, so that the response stays small.
 */
export async function reviewComments(
  tx: Reading,
  taskId: number,
  { limit, characters }: { limit: number; characters: number },
) {
  return tx
    .select({
      id: comments.id,
      version: comments.version,
      inFrame: comments.inFrame,
      outFrame: comments.outFrame,
      text: sql<string>`left(${comments.text}, ${characters})`,
      authorId: comments.authorId,
      guestName: comments.guestName,
      resolvedAt: comments.resolvedAt,
      doneAt: comments.doneAt,
      doneVersion: comments.doneVersion,
      doneNote: sql<string | null>`left(${comments.doneNote}, ${characters})`,
      rate: sql<Rate | null>`${videos.facts} -> 'video' -> 'rate'`,
    })
    .from(comments)
    .innerJoin(versions, and(eq(versions.taskId, comments.taskId), eq(versions.number, comments.version)))
    .innerJoin(videos, eq(videos.id, versions.videoId))
    .where(and(eq(comments.taskId, taskId), isNull(comments.parentId), isNull(comments.deletedAt)))
    .orderBy(asc(comments.sequence))
    .limit(limit);
}
export type ReviewCommentRow = Awaited<ReturnType<typeof reviewComments>>[number];

/** A video among those of its destination. */
export interface Compared {
  destinationId: string;
  deliveryId: string;
  publishedAt: Date;
}

function others(tx: Reading, { destinationId, deliveryId, publishedAt }: Compared): SQL {
  const distance = sql`abs(extract(epoch from ${analysedVideos.publishedAt} - ${publishedAt.toISOString()}::timestamptz))`;
  const closest = tx
    .select({ deliveryId: analysedVideos.deliveryId })
    .from(analysedVideos)
    .where(and(eq(analysedVideos.destinationId, destinationId), ne(analysedVideos.deliveryId, deliveryId)))
    .orderBy(distance, analysedVideos.deliveryId)
    .limit(maxComparedVideos);
  return inArray(analysedVideos.deliveryId, closest);
}

/** Quartiles of the views of a destination's other videos until some ages, for ages that enough of them have reached. */
export async function growthOfOthers(tx: Reading, compared: Compared, ages: readonly number[]) {
  const quartile = (share: number) =>
    sql<number>`percentile_cont(${sql.raw(String(share))}) within group (order by ${videoDays.viewsUntil})`;
  const atAge = and(eq(videoDays.deliveryId, analysedVideos.deliveryId), inArray(videoDays.age, [...ages]));
  return tx
    .select({
      age: videoDays.age,
      lower: quartile(0.25),
      median: quartile(0.5),
      upper: quartile(0.75),
    })
    .from(analysedVideos)
    .innerJoin(videoDays, atAge)
    .where(others(tx, compared))
    .groupBy(videoDays.age)
    .having(sql`count(*) >= ${leastComparedVideos}`)
    .orderBy(asc(videoDays.age));
}

type SumColumn = "viewsUntil" | "watchSecondsUntil" | "averagePercentUntil";

/** The medians of a destination's other videos at the age of a day, and how many exceed it. */
export async function figuresOfOthers(tx: Reading, compared: Compared, own: VideoDayRow) {
  const median = (column: SumColumn) =>
    sql<number | null>`percentile_cont(0.5) within group (order by ${videoDays[column]})`;
  const above = (column: SumColumn) =>
    sql<number>`(count(*) filter (where ${videoDays[column]} > ${own[column] ?? 0}))::int`;
  const [row] = await tx
    .select({
      videos: sql<number>`count(*)::int`,
      views: median("viewsUntil"),
      watchSeconds: median("watchSecondsUntil"),
      percent: median("averagePercentUntil"),
      viewsAbove: above("viewsUntil"),
      watchSecondsAbove: above("watchSecondsUntil"),
      percentAbove: above("averagePercentUntil"),
    })
    .from(analysedVideos)
    .innerJoin(
      videoDays,
      and(eq(videoDays.deliveryId, analysedVideos.deliveryId), eq(videoDays.age, own.age)),
    )
    .where(others(tx, compared));
  return row ?? null;
}
