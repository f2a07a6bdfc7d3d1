import type { FastifyInstance } from "fastify";
import { z } from "zod";

import { figuresOn, reportLag, livedDays, addDays, modelRetention } from "../statistics/model.ts";
import { calls, type Caller } from "./access.ts";
import { videoLife, videoStatistics } from "./counts.ts";
import { ApiError } from "./errors.ts";
import { readParts } from "./parts.ts";
import type { Platform } from "./platform.ts";
import { quotaDay } from "./quota.ts";
import { resourceEtag } from "./resource.ts";
import { isListed, currentPrivacy, type Video } from "./videos.ts";

const maxIds = 50;
/** Fewer views have no retention curve. */
const viewsOfCurve = 100;
const countParts = ["id", "snippet", "statistics", "contentDetails"];

const countsQuery = z.object({ part: z.string().optional(), id: z.string().default("") });
const reportQuery = z.object({
  ids: z.literal("channel==MINE"),
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  metrics: z.string(),
  dimensions: z.string(),
  filters: z.string().regex(/^video==[\w-]+$/),
});

const curveMetrics = [
  "audienceWatchRatio",
  "relativeRetentionPerformance",
  "startedWatching",
  "stoppedWatching",
] as const;
const dayMetrics = Object.keys(figuresOn({ seed: "any", durationSeconds: 60 }, 1, "2026-01-01") ?? {});

function invalid(parameter: string): ApiError {
  return new ApiError(400, "badRequest", `The query is not supported. Check ${parameter}.`, {
    location: parameter,
    locationType: "parameter",
  });
}

/** videos.batchGetStats of the Data API, and reports.query of the Analytics API. */
export function registerStatisticsCalls(app: FastifyInstance, platform: Platform): void {
  const { admit, videos } = platform;

  app.get("/youtube/v3/videos::batchGetStats", async (request, reply) => {
    const caller = await admit(request, calls.counts);
    const query = countsQuery.parse(request.query);
    const parts = readParts(query.part, countParts);
    const ids = query.id.split(",").filter((id) => id !== "");
    if (ids.length === 0 || ids.length > maxIds) throw invalid("id");
    const items = ids
      .flatMap((id) => videos.find(id) ?? [])
      .filter((video) => isListed(video) && isVisible(video, caller))
      .map((video) => {
        const { publishedAt: publishTime, durationSeconds, statistics } = videoStatistics(platform, video);
        const durationMillis = String(Math.round(durationSeconds * 1000));
        const all = { snippet: { publishTime }, statistics, contentDetails: { durationMillis } };
        const partEntries = Object.entries(all).filter(([part]) => parts.includes(part));
        return Object.assign({ kind: "youtube#videoStats", id: video.id }, Object.fromEntries(partEntries));
      });
    return reply.send({ kind: "youtube#batchGetStatsResponse", etag: resourceEtag(items), items });
  });

  app.get("/youtubeanalytics/v2/reports", async (request, reply) => {
    const caller = await admit(request, calls.reports);
    const parsed = reportQuery.safeParse(request.query);
    if (!parsed.success) throw invalid(String(parsed.error.issues[0]?.path[0] ?? "ids"));
    const { dimensions, metrics, filters, startDate, endDate } = parsed.data;
    const video = videos.find(filters.slice("video==".length));
    if (!video || video.channelId !== caller.channel.id) {
      throw new ApiError(403, "forbidden", "The video does not belong to the channel.");
    }
    const names = metrics.split(",");
    const supported: readonly string[] = dimensions === "day" ? dayMetrics : curveMetrics;
    if (!names.every((name) => supported.includes(name))) throw invalid("metrics");
    if (dimensions !== "day" && dimensions !== "elapsedVideoTimeRatio") throw invalid("dimensions");
    const cells = dimensions === "day" ? dayRows(video, startDate, endDate) : curveRows(video);
    return reply.send({
      kind: "youtubeAnalytics#resultTable",
      columnHeaders: [dimensions, ...names].map((name, index) => ({
        name,
        columnType: index === 0 ? "DIMENSION" : "METRIC",
        dataType: index === 0 && dimensions === "day" ? "STRING" : "FLOAT",
      })),
      ...(cells.length > 0 && {
        rows: cells.map(({ at, values }) =>
          ([at] as (string | number)[]).concat(names.map((name) => values[name] ?? 0)),
        ),
      }),
    });
  });

  interface Cell {
    at: string | number;
    values: Readonly<Record<string, number>>;
  }

  /** The days whose figures have arrived, without empty ones. */
  function dayRows(video: Video, from: string, to: string): Cell[] {
    const life = videoLife(platform, video);
    const today = quotaDay(new Date());
    const arrived = addDays(today, -reportLag(life.seed, today));
    return livedDays(life, quotaDay(new Date(life.publishedAt)), arrived)
      .filter(({ day, figures }) => figures !== null && day >= from && day <= to)
      .map(({ day, figures }) => ({ at: day, values: { ...figures } }));
  }

  function curveRows(video: Video): Cell[] {
    const arrived = dayRows(video, "0000-01-01", "9999-01-01");
    const views = arrived.reduce((sum, { values }) => sum + (values["views"] ?? 0), 0);
    if (views < viewsOfCurve) return [];
    return modelRetention(videoLife(platform, video)).map(({ elapsedVideoTimeRatio, ...values }) => ({
      at: elapsedVideoTimeRatio,
      values,
    }));
  }
}

function isVisible(video: Video, caller: Caller): boolean {
  return video.channelId === caller.channel.id || currentPrivacy(video, new Date()) !== "private";
}
