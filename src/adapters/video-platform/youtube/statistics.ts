import { z } from "zod";

import { AdapterError } from "#core/adapter-error.ts";

import { requestJson } from "../api-client.ts";
import { requestUrl } from "../http.ts";
import {
  type CountedVideos,
  type DailyFigures,
  type ReportRequest,
  retentionIntervals,
  type RetentionInterval,
  type VideoCounts,
} from "../statistics.ts";
import type { YouTubeClient } from "./client.ts";

/** The scope of the figures by day and retention, which is asked for apart from publishing. */
export const statisticsScope = "https://www.googleapis.com/auth/yt-analytics.readonly";

/** The platform accepts up to 50 ids per call. */
export const videosPerCall = 50;
/** Figures arrive two to three days late. */
export const lagDays = 3;

const count = z.coerce.number().int().nonnegative();
const statistics = z.object({
  viewCount: count.default(0),
  likeCount: count.optional(),
  commentCount: count.optional(),
});
const time = z.iso.datetime({ offset: true }).optional();
const countedVideos = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        snippet: z.object({ publishTime: time, publishedAt: time }).default({}),
        statistics: statistics.prefault({}),
      }),
    )
    .default([]),
});

/**
 * Reads counts with `videos.batchGetStats`, whose calls have a quota of their own. Where the project can't call it, with
 * `videos.list` for one unit.
 */
export async function readCounts(client: YouTubeClient, videoIds: readonly string[]): Promise<CountedVideos> {
  try {
    return { videos: await readWith(client, "./videos:batchGetStats", videoIds), units: 0 };
  } catch (error) {
    if (!isUnavailableMethod(error)) throw error;
    return { videos: await readWith(client, "videos", videoIds), units: 1 };
  }
}

/** The codes of a project or token that can't call the method. */
const unavailableMethod: ReadonlySet<string> = new Set(["refused", "channel_forbidden", "scope_missing"]);

function isUnavailableMethod(error: unknown): boolean {
  return error instanceof AdapterError && unavailableMethod.has(error.code);
}

async function readWith(
  client: YouTubeClient,
  method: string,
  videoIds: readonly string[],
): Promise<VideoCounts[]> {
  const query = { part: "snippet,statistics", id: videoIds.join(",") };
  const url = requestUrl(client.addresses.api, method, query);
  const { items } = await requestJson(client, { operation: "videoCounts", url }, countedVideos);
  return items.map(({ id, snippet, statistics: counts }) => {
    const publishedAt = snippet.publishTime ?? snippet.publishedAt;
    return {
      videoId: id,
      views: counts.viewCount,
      likes: counts.likeCount ?? null,
      comments: counts.commentCount ?? null,
      publishedAt: publishedAt === undefined ? null : new Date(publishedAt),
    };
  });
}

const table = z.object({
  columnHeaders: z.array(z.object({ name: z.string() })),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))).nullish(),
});

type Row = (column: string) => number | null;

/** Rows of a report, by the value of its dimension. */
async function readReport(
  client: YouTubeClient,
  { videoId, from, to }: ReportRequest,
  { dimension, metrics }: { dimension: string; metrics: readonly string[] },
): Promise<{ at: string; value: Row }[]> {
  const url = requestUrl(client.addresses.analytics, "reports", {
    ids: "channel==MINE",
    startDate: from,
    endDate: to,
    metrics: metrics.join(","),
    dimensions: dimension,
    filters: `video==${videoId}`,
    sort: dimension,
  });
  const operation = dimension === "day" ? "dayFigures" : "retention";
  const { columnHeaders, rows } = await requestJson(client, { operation, url }, table);
  const columns = new Map(columnHeaders.map(({ name }, index) => [name, index]));
  return (rows ?? []).map((cells) => {
    const cell = (name: string) => cells[columns.get(name) ?? -1] ?? null;
    return {
      at: String(cell(dimension)),
      value: (name) => {
        const value = cell(name);
        return value === null ? null : Number(value);
      },
    };
  });
}

const dailyMetrics = [
  "views",
  "engagedViews",
  "estimatedMinutesWatched",
  "averageViewDuration",
  "averageViewPercentage",
  "likes",
  "comments",
  "shares",
  "subscribersGained",
  "subscribersLost",
];

export async function readDays(client: YouTubeClient, request: ReportRequest): Promise<DailyFigures[]> {
  const rows = await readReport(client, request, { dimension: "day", metrics: dailyMetrics });
  return rows.map(({ at, value }) => ({
    day: at,
    views: value("views") ?? 0,
    engagedViews: value("engagedViews"),
    watchSeconds: Math.round((value("estimatedMinutesWatched") ?? 0) * 60),
    averageViewSeconds: value("averageViewDuration"),
    averageViewPercent: value("averageViewPercentage"),
    likes: atLeastZero(value("likes")),
    comments: atLeastZero(value("comments")),
    shares: value("shares"),
    subscribersGained: value("subscribersGained"),
    subscribersLost: value("subscribersLost"),
  }));
}

/** On a day more likes and comments may be taken back than given. */
function atLeastZero(value: number | null): number | null {
  return value === null ? null : Math.max(0, value);
}

const retentionMetrics = [
  "audienceWatchRatio",
  "relativeRetentionPerformance",
  "startedWatching",
  "stoppedWatching",
];

/** The dimension excludes all others, and works for one video at a time. */
export async function readRetention(
  client: YouTubeClient,
  request: ReportRequest,
): Promise<RetentionInterval[] | null> {
  const rows = await readReport(client, request, {
    dimension: "elapsedVideoTimeRatio",
    metrics: retentionMetrics,
  });
  if (rows.length !== retentionIntervals) return null;
  return rows.map(({ at, value }) => ({
    elapsedVideoTimeRatio: Number(at),
    audienceWatchRatio: value("audienceWatchRatio") ?? 0,
    relativeRetentionPerformance: value("relativeRetentionPerformance"),
    startedWatching: value("startedWatching"),
    stoppedWatching: value("stoppedWatching"),
  }));
}
