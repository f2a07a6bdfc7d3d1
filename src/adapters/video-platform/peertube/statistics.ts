import { z } from "zod";

import { requestIfFound, requestJson } from "../api-client.ts";
import {
  type CountedVideos,
  type DailyFigures,
  type ReportRequest,
  retentionIntervals,
  type RetentionInterval,
} from "../statistics.ts";
import { type InstanceClient, videoUrl } from "./instance-client.ts";

/** Instances count at once; the current day is incomplete until it ends. */
export const lagDays = 0;

/** Instances have no call for several videos. */
export const videosPerCall = 1;

const count = z.number().int().nonnegative();
const countedVideo = z.object({
  uuid: z.string(),
  views: count.default(0),
  likes: count.optional(),
  comments: count.optional().catch(undefined),
  publishedAt: z.iso.datetime({ offset: true }).optional().catch(undefined),
  duration: z.number().nonnegative().optional(),
});

async function readVideo(client: InstanceClient, videoId: string) {
  const url = videoUrl(client, videoId);
  return requestIfFound(client, { operation: "videoCounts", url }, countedVideo);
}

export async function readCounts(
  client: InstanceClient,
  videoIds: readonly string[],
): Promise<CountedVideos> {
  const responses = await Promise.all(videoIds.map((videoId) => readVideo(client, videoId)));
  const videos = responses.flatMap((video, index) => {
    const videoId = videoIds[index];
    if (!video || videoId === undefined) return [];
    const { views, likes = null, comments = null, publishedAt } = video;
    return [{ videoId, views, likes, comments, publishedAt: publishedAt ? new Date(publishedAt) : null }];
  });
  return { videos, units: 0 };
}

const series = z.object({
  data: z.array(z.object({ date: z.iso.datetime({ offset: true }), value: z.number().nonnegative() })),
});

/** The sums of a metric by day in UTC; instances group short periods by hours or minutes. */
async function readSeries(
  client: InstanceClient,
  metric: "viewers" | "aggregateWatchTime",
  { videoId, from, to }: ReportRequest,
): Promise<Map<string, number>> {
  const url = videoUrl(client, videoId, `/stats/timeseries/${metric}`);
  url.searchParams.set("startDate", `${from}T00:00:00.000Z`);
  url.searchParams.set("endDate", `${to}T23:59:59.999Z`);
  const { data } = await requestJson(client, { operation: "dayFigures", url }, series);
  const sums = new Map<string, number>();
  for (const { date, value } of data) {
    const day = new Date(date).toISOString().slice(0, 10);
    if (day >= from && day <= to) sums.set(day, (sums.get(day) ?? 0) + value);
  }
  return sums;
}

/** Viewers and their watch time; instances count nothing else by day. */
export async function readDays(client: InstanceClient, request: ReportRequest): Promise<DailyFigures[]> {
  const [viewers, watchTime, video] = await Promise.all([
    readSeries(client, "viewers", request),
    readSeries(client, "aggregateWatchTime", request),
    readVideo(client, request.videoId),
  ]);
  const duration = video?.duration ?? 0;
  return [...viewers.keys()]
    .filter((day) => (viewers.get(day) ?? 0) > 0)
    .toSorted()
    .map((day) => {
      const views = Math.round(viewers.get(day) ?? 0);
      const watchSeconds = Math.round(watchTime.get(day) ?? 0);
      const average = watchSeconds / views;
      return {
        day,
        views,
        engagedViews: null,
        watchSeconds,
        averageViewSeconds: average,
        averageViewPercent: duration > 0 ? (average / duration) * 100 : null,
        likes: null,
        comments: null,
        shares: null,
        subscribersGained: null,
        subscribersLost: null,
      };
    });
}

const retention = z.object({
  data: z.array(z.object({ second: z.number().nonnegative(), retentionPercent: z.number().nonnegative() })),
});

/** The curve by seconds since the publication as a hundred intervals, each with the value at its middle. */
export async function readRetention(
  client: InstanceClient,
  { videoId }: ReportRequest,
): Promise<RetentionInterval[] | null> {
  const url = videoUrl(client, videoId, "/stats/retention");
  const { data } = await requestJson(client, { operation: "retention", url }, retention);
  if (data.every(({ retentionPercent }) => retentionPercent === 0)) return null;
  const points = data.toSorted((one, other) => one.second - other.second);
  return Array.from({ length: retentionIntervals }, (_, index) => {
    const at = Math.floor(((index + 0.5) / retentionIntervals) * points.length);
    return {
      elapsedVideoTimeRatio: (index + 1) / retentionIntervals,
      audienceWatchRatio: (points[at]?.retentionPercent ?? 0) / 100,
      relativeRetentionPerformance: null,
      startedWatching: null,
      stoppedWatching: null,
    };
  });
}
