import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";

import type { Lives } from "../statistics/life.ts";
import { modelCounts, livedDays, modelRetention } from "../statistics/model.ts";
import type { Instance } from "./instance.ts";
import { Problem } from "./problem.ts";
import type { Video } from "./store.ts";

const today = () => new Date().toISOString().slice(0, 10);
const seriesQuery = z.object({ startDate: z.iso.datetime(), endDate: z.iso.datetime() });
const seriesParams = z.object({ metric: z.enum(["viewers", "aggregateWatchTime"]) });

/** Counts of a video in its own resource. */
export function countedVideo(lives: Lives, { uuid, created_at: createdAt }: Video) {
  const life = lives.of({ id: uuid, createdAt });
  const { views, likes, comments } = modelCounts(life, life.publishedAt.slice(0, 10), today());
  const { publishedAt, durationSeconds } = life;
  return { views, likes, comments, publishedAt, duration: Math.round(durationSeconds) };
}

/** The statistics of an own video. */
export function registerStatistics(
  app: FastifyInstance,
  { sandbox: { lives } }: Instance,
  ownVideo: (request: FastifyRequest) => Video,
): void {
  const videoLife = (request: FastifyRequest) => {
    const { uuid, created_at: createdAt } = ownVideo(request);
    return lives.of({ id: uuid, createdAt });
  };
  const daysLived = (life: ReturnType<typeof videoLife>) =>
    livedDays(life, life.publishedAt.slice(0, 10), today());

  app.get("/api/v1/videos/:id/stats/overall", (request) => {
    const days = daysLived(videoLife(request)).flatMap(({ figures }) => figures ?? []);
    const totalViewers = days.reduce((sum, { views }) => sum + views, 0);
    const totalWatchTime = days.reduce((sum, each) => sum + each.estimatedMinutesWatched * 60, 0);
    const averageWatchTime = totalViewers > 0 ? Math.round(totalWatchTime / totalViewers) : 0;
    return { totalViewers, totalWatchTime: Math.round(totalWatchTime), averageWatchTime, countries: [] };
  });

  app.get("/api/v1/videos/:id/stats/timeseries/:metric", (request) => {
    const life = videoLife(request);
    const query = seriesQuery.safeParse(request.query);
    const params = seriesParams.safeParse(request.params);
    if (!query.success || !params.success) throw new Problem(400, "Invalid dates or metric");
    const { startDate, endDate } = query.data;
    const inside = (day: string) => day >= startDate.slice(0, 10) && day <= endDate.slice(0, 10);
    const data = daysLived(life)
      .filter(({ day }) => inside(day))
      .map(({ day, figures }) => {
        const watched = Math.round((figures?.estimatedMinutesWatched ?? 0) * 60);
        const value = params.data.metric === "viewers" ? (figures?.views ?? 0) : watched;
        return { date: `${day}T00:00:00.000Z`, value };
      });
    return { groupInterval: "1 day", data };
  });

  app.get("/api/v1/videos/:id/stats/retention", (request) => {
    const life = videoLife(request);
    const seconds = Math.max(1, Math.round(life.durationSeconds));
    const curve = daysLived(life).some(({ figures }) => figures !== null) ? modelRetention(life) : [];
    const data = Array.from({ length: seconds }, (_, second) => {
      const point = curve[Math.floor((second / seconds) * 100)];
      return { second, retentionPercent: Math.round((point?.audienceWatchRatio ?? 0) * 1000) / 10 };
    });
    return { data };
  });
}
