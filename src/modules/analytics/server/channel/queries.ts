import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  notInArray,
  sql,
  type SQL,
  type SQLWrapper,
} from "drizzle-orm";

import type { Reading } from "#core/server/database.ts";
import type { ChannelOrder } from "#modules/analytics/contract/channel.ts";
import { videos } from "#modules/media/server/tables.ts";
import { problemsOfVideos } from "#modules/publishing/rules/problems.ts";
import { kindsWithStatistics } from "#modules/publishing/rules/statistics.ts";
import { deliveries, destinations } from "#modules/publishing/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import { analysedVideos, videoRetention } from "../tables.ts";

const { totalViews, totalSubscribersGained, totalSubscribersLost } = analysedVideos;

/** The columns that the list is sorted by, in which videos without figures are lower than all others. Titles count by their beginning, so that cursors are short. */
const columns: Record<ChannelOrder, SQL> = {
  published: sql`extract(epoch from ${analysedVideos.publishedAt})::float8`,
  title: sql`(select left(lower(coalesce(nullif(${tasks.title}, ''), ${tasks.taskTitle})), 20) from ${tasks}
    where ${tasks.id} = ${analysedVideos.taskId})`,
  views: orLowest(totalViews),
  engagedViews: orLowest(analysedVideos.totalEngagedViews),
  watchTime: orLowest(analysedVideos.totalWatchSeconds),
  averageViewPercent: orLowest(analysedVideos.totalAverageViewPercent),
  likes: orLowest(analysedVideos.totalLikes),
  comments: orLowest(analysedVideos.totalComments),
  shares: orLowest(analysedVideos.totalShares),
  subscribers: sql`coalesce(${totalSubscribersGained} - ${totalSubscribersLost}, -1000000000)::float8`,
};

function orLowest(column: SQLWrapper): SQL {
  return sql`coalesce(${column}, -1)::float8`;
}

/** The last video of a page. */
export interface ListPosition {
  value: string | number;
  deliveryId: string;
}

export interface VideoSelection {
  personId: number;
  destinationId?: string | undefined;
  sort: ChannelOrder;
  direction: "ascending" | "descending";
  after?: ListPosition | null;
  limit: number;
  /** Only videos that have a value in the column of `sort`. */
  withSortedStat?: boolean;
}

/** A creator's published videos in an order. */
export async function selectVideos(tx: Reading, selection: VideoSelection) {
  const { personId, destinationId, sort, direction, after = null, limit, withSortedStat = false } = selection;
  const column = columns[sort];
  const ascending = direction === "ascending";
  const order = ascending ? asc : desc;
  const value =
    after && (typeof after.value === "number" ? sql`${after.value}::float8` : sql`${after.value}::text`);
  const position =
    after &&
    sql`(${column}, ${analysedVideos.deliveryId}) ${sql.raw(ascending ? ">" : "<")} (${value}, ${after.deliveryId}::uuid)`;
  // Sorted before anything else of the videos is read.
  const page = tx
    .select({ deliveryId: analysedVideos.deliveryId })
    .from(analysedVideos)
    .where(
      and(
        eq(analysedVideos.personId, personId),
        destinationId === undefined ? undefined : eq(analysedVideos.destinationId, destinationId),
        withSortedStat ? sql`${column} >= 0` : undefined,
        position ?? undefined,
      ),
    )
    .orderBy(order(column), order(analysedVideos.deliveryId))
    .limit(limit);
  return tx
    .select({
      video: analysedVideos,
      videoId: deliveries.videoId,
      thumbnailFileId: sql<
        string | null
      >`case when not ${deliveries.skipThumbnail} then ${tasks.thumbnailFileId} end`,
      kind: deliveries.kind,
      title: sql<string>`coalesce(nullif(${tasks.title}, ''), ${tasks.taskTitle})`,
      durationSeconds: sql<number | null>`(${videos.facts} ->> 'durationSeconds')::float8`,
      destination: destinations,
      retention: videoRetention.audienceWatchRatio,
      value: sql<string | number>`${column}`,
    })
    .from(analysedVideos)
    .innerJoin(deliveries, eq(deliveries.id, analysedVideos.deliveryId))
    .innerJoin(tasks, eq(tasks.id, analysedVideos.taskId))
    .innerJoin(videos, eq(videos.id, deliveries.videoId))
    .innerJoin(destinations, eq(destinations.id, analysedVideos.destinationId))
    .leftJoin(videoRetention, eq(videoRetention.deliveryId, analysedVideos.deliveryId))
    .where(inArray(analysedVideos.deliveryId, page))
    .orderBy(order(column), order(analysedVideos.deliveryId));
}
export type ChannelVideoRow = Awaited<ReturnType<typeof selectVideos>>[number];

/** A creator's destinations that have figures, with sums over their videos. */
export async function destinationsWithFigures(tx: Reading, personId: number) {
  const { completeUntil, fetchedAt, deliveryId } = analysedVideos;
  return tx
    .select({
      destination: destinations,
      videos: sql<number>`count(${deliveryId})::int`,
      completeUntil: sql<string | null>`min(${completeUntil})::text`,
      fetchedAt: sql<Date | null>`max(${fetchedAt})`.mapWith(fetchedAt),
    })
    .from(destinations)
    .leftJoin(analysedVideos, eq(analysedVideos.destinationId, destinations.id))
    .where(and(eq(destinations.personId, personId), inArray(destinations.kind, [...kindsWithStatistics])))
    .groupBy(destinations.id)
    .orderBy(desc(destinations.connectedAt), asc(destinations.id));
}

/** The last problem of each destination whose videos could not all be fetched. */
export async function problemsOfDestinations(tx: Reading, destinationIds: readonly string[]) {
  if (destinationIds.length === 0) return [];
  const { destinationId, problemCode, nextFetchAt } = analysedVideos;
  return tx
    .select({
      destinationId,
      problemCode: sql<string>`(array_agg(${problemCode} order by ${nextFetchAt}))[1]`,
      nextFetchAt: sql<Date>`min(${nextFetchAt})`.mapWith(nextFetchAt),
    })
    .from(analysedVideos)
    .where(
      and(
        inArray(destinationId, [...destinationIds]),
        isNotNull(problemCode),
        notInArray(problemCode, [...problemsOfVideos]),
      ),
    )
    .groupBy(destinationId);
}

/** The figures of all of a creator's videos together. */
export async function channelTotals(tx: Reading, personId: number) {
  const sum = (column: keyof typeof analysedVideos & `total${string}`) =>
    sql<number | null>`sum(${analysedVideos[column]})::float8`;
  const { totalAverageViewPercent: percent, totalWatchSeconds } = analysedVideos;
  const [row] = await tx
    .select({
      videos: sql<number>`count(*)::int`,
      counted: sql<number>`count(${totalViews})::int`,
      views: sum("totalViews"),
      engagedViews: sum("totalEngagedViews"),
      watchSeconds: sum("totalWatchSeconds"),
      averageViewSeconds: sql<
        number | null
      >`(sum(${totalWatchSeconds}) / nullif(sum(${totalViews}), 0))::float8`,
      averageViewPercent: sql<
        number | null
      >`(sum(${percent} * ${totalViews}) / nullif(sum(${totalViews}) filter (where ${percent} is not null), 0))::float8`,
      likes: sum("totalLikes"),
      comments: sum("totalComments"),
      shares: sum("totalShares"),
      subscribersGained: sum("totalSubscribersGained"),
      subscribersLost: sum("totalSubscribersLost"),
    })
    .from(analysedVideos)
    .where(eq(analysedVideos.personId, personId));
  return row;
}
