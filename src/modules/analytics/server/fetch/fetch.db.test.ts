import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import type { PlatformStatistics } from "#adapters/video-platform/statistics.ts";
import { day, hour, second } from "#core/time.ts";
import { accountDeleted } from "#modules/people/contract/people.ts";
import type { QuotaBucket } from "#modules/publishing/rules/quota.ts";
import { disconnect } from "#modules/publishing/server/destinations/authorization.ts";
import { chooseDestinations } from "#modules/publishing/server/destinations/choice.ts";
import { pauseDestination } from "#modules/publishing/server/destinations/pauses.ts";
import { listDestinations } from "#modules/publishing/server/destinations/queries.ts";
import { destinations, quotaUse } from "#modules/publishing/server/tables.ts";
import { type AnalyticsScenario, analyticsScenario } from "#testing/analytics-scenario.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import type { AnalyticsDependencies } from "../dependencies.ts";
import { analyticsData } from "../personal-data.ts";
import { analysedVideos, videoDays, videoRetention } from "../tables.ts";
import { deleteOutdatedFigures, enqueueDue, fetchJobs } from "./jobs.ts";

let app: TestApp;
let setup: AnalyticsScenario;
beforeAll(async () => {
  app = await startApp();
  setup = await analyticsScenario(app);
  await setup.connectYouTube();
  await setup.allowFigures();
});
afterEach(async () => {
  app.setNow(null);
  await setup.clearFailures();
  await app.db.delete(quotaUse);
});
afterAll(async () => {
  await setup.close();
  await app.stop();
});

const at = (milliseconds: number) => app.setNow(new Date(Date.now() + milliseconds));
const callsOf = async () => {
  const rows = await app.db.select().from(quotaUse);
  const sum = (name: QuotaBucket) =>
    rows.reduce((all, { bucket, used }) => all + (bucket === name ? used : 0), 0);
  return { counts: sum("counts"), reports: sum("reports") };
};
const useReports = (used: number) =>
  app.db.insert(quotaUse).values({
    day: new Intl.DateTimeFormat("en-CA", { timeZone: "America/Los_Angeles" }).format(new Date()),
    personId: setup.creator.id,
    bucket: "reports",
    used,
  });
const rowsOf = async (deliveryId: string) => ({
  days: (await app.db.select().from(videoDays).where(eq(videoDays.deliveryId, deliveryId))).length,
  curves: (await app.db.select().from(videoRetention).where(eq(videoRetention.deliveryId, deliveryId)))
    .length,
});

/** The dependencies with changed statistics of YouTube. */
function withStatistics(change: (statistics: PlatformStatistics) => Partial<PlatformStatistics>) {
  const { platforms } = setup.analytics;
  const { youtube } = platforms;
  const connect = (settings: string | null) => {
    const platform = youtube.connect(settings);
    const { statistics } = platform;
    if (!statistics) throw new Error("YouTube has statistics.");
    return { ...platform, statistics: { ...statistics, ...change(statistics) } };
  };
  const changed: AnalyticsDependencies = {
    ...setup.analytics,
    platforms: { ...platforms, youtube: { ...youtube, connect } },
  };
  return changed;
}

const emptyFigures = {
  engagedViews: null,
  watchSeconds: 0,
  averageViewSeconds: null,
  averageViewPercent: null,
  likes: null,
  comments: null,
  shares: null,
  subscribersGained: null,
  subscribersLost: null,
};

describe("figures", () => {
  it("of new videos are counted hourly, and read by day once a day", async () => {
    const taskId = await setup.publishedTask(1);
    await setup.fetchFigures();
    const { nextFetchAt, fetchedAt } = await setup.analysed(taskId);
    expect(nextFetchAt.getTime() - Date.now()).toBeLessThanOrEqual(hour);
    expect(await setup.results(setup.creator, taskId)).toMatchObject({
      publication: { state: "waiting" },
      current: { views: expect.any(Number) },
      days: [],
    });
    const before = await callsOf();
    await setup.fetchFigures();
    expect(await callsOf()).toEqual(before);
    at(2 * hour);
    await setup.fetchFigures();
    expect(await callsOf()).toEqual({ ...before, counts: before.counts + 1 });
    expect((await setup.analysed(taskId)).fetchedAt).toEqual(fetchedAt);
    at(day);
    await setup.fetchFigures();
    expect((await callsOf()).reports).toBe(before.reports + 2);
  });

  it("are fetched by a job after the publication, and by later ones when they are due", async () => {
    const taskId = await setup.publishedTask(20);
    await app.work(fetchJobs(setup.analytics));
    const { nextFetchAt, countedAt } = await setup.analysed(taskId);
    expect((await setup.results(setup.creator, taskId)).publication.state).toBe("ready");
    await enqueueDue(setup.analytics);
    await app.work(fetchJobs(setup.analytics));
    expect((await setup.analysed(taskId)).countedAt).toEqual(countedAt);
    app.setNow(nextFetchAt);
    await enqueueDue(setup.analytics);
    await app.work(fetchJobs(setup.analytics));
    expect((await setup.analysed(taskId)).countedAt).toEqual(nextFetchAt);
  });

  it("of videos without any are requested again when the channel is connected again", async () => {
    const taskId = await setup.publishedTask(0);
    await setup.fetchFigures();
    const { platformVideoId } = await setup.analysed(taskId);
    await app.sandbox.live(platformVideoId, { publishedDaysAgo: 12 });
    await setup.fetchFigures();
    expect((await setup.results(setup.creator, taskId)).publication.state).toBe("waiting");
    await setup.allowFigures();
    await setup.fetchFigures();
    expect((await setup.results(setup.creator, taskId)).publication.state).toBe("ready");
  });

  it("are complete until the end of a day of the platform that is over", async () => {
    const taskId = await setup.publishedTask(20);
    const midnight = new Date("2031-12-01T08:00:00.000Z");
    const reported = ["2031-11-28", "2031-11-29", "2031-11-30", "2031-12-01"];
    const early = withStatistics(({ counts }) => ({
      counts: async (access, ids) => {
        const { videos, units } = await counts(access, ids);
        return {
          units,
          videos: videos.map((each) =>
            Object.assign(each, { publishedAt: new Date("2031-11-28T12:00:00Z") }),
          ),
        };
      },
      days: async () => reported.map((date) => Object.assign({ day: date, views: 1 }, emptyFigures)),
    }));
    for (const [now, complete, ended] of [
      [midnight.getTime() - 1, "2031-11-29", "2031-11-30T08:00:00.000Z"],
      [midnight.getTime(), "2031-11-30", "2031-12-01T08:00:00.000Z"],
    ] as const) {
      app.setNow(new Date(now));
      await app.db
        .update(analysedVideos)
        .set({ fetchedAt: null, daysFetchedAt: null, nextFetchAt: new Date(now) });
      await setup.fetchFigures(early);
      expect((await setup.results(setup.creator, taskId)).completeUntil).toEqual({
        day: complete,
        timeZone: "America/Los_Angeles",
        endsAt: ended,
      });
    }
  });

  it("of 50 videos are counted with one call", async () => {
    const asked: number[] = [];
    const counting = withStatistics(({ counts }) => ({
      counts: (access, ids) => {
        asked.push(ids.length);
        return counts(access, ids);
      },
    }));
    await setup.publishedTask(20);
    await setup.publishedTask(30);
    await setup.fetchFigures(counting);
    expect(asked).toEqual([2]);
    expect(await callsOf()).toEqual({ counts: 1, reports: 4 });
  });

  it("are fetched again after a killed process without those that were stored", async () => {
    const first = await setup.publishedTask(20);
    const second = await setup.publishedTask(20);
    let calls = 0;
    const killed = withStatistics(({ days }) => ({
      days: (access, request) => {
        calls += 1;
        if (calls === 2) throw new Error("killed");
        return days(access, request);
      },
    }));
    await expect(setup.fetchFigures(killed)).rejects.toThrow("killed");
    const stored = await Promise.all([first, second].map(setup.analysed));
    expect(stored.filter(({ fetchedAt }) => fetchedAt !== null)).toHaveLength(1);
    await setup.fetchFigures();
    const again = await Promise.all([first, second].map(setup.analysed));
    expect(again.every(({ completeUntil }) => completeUntil !== null)).toBe(true);
    const kept = stored.find(({ fetchedAt }) => fetchedAt !== null);
    expect(again.find(({ deliveryId }) => deliveryId === kept?.deliveryId)?.fetchedAt).toEqual(
      kept?.fetchedAt,
    );
  });

  it("of a video that the platform deleted are deleted", async () => {
    const taskId = await setup.publishedTask(20);
    await setup.fetchFigures();
    const { deliveryId, platformVideoId } = await setup.analysed(taskId);
    expect((await rowsOf(deliveryId)).curves).toBe(1);
    await setup.finishProcessing(platformVideoId, { outcome: "deleted" });
    at(2 * day);
    await setup.fetchFigures(
      withStatistics(({ counts }) => ({
        counts: async (access, ids) => {
          const { videos, units } = await counts(access, ids);
          return { units, videos: videos.filter(({ videoId }) => videoId !== platformVideoId) };
        },
      })),
    );
    expect(await rowsOf(deliveryId)).toEqual({ days: 0, curves: 0 });
    expect(await setup.results(setup.creator, taskId)).toMatchObject({
      problem: { message: expect.stringContaining("no longer has this video"), retryAt: null },
      current: null,
    });
  });

  it("wait at most an hour while the platform is unavailable, and at least as long as it asks for", async () => {
    const taskId = await setup.publishedTask(20);
    await setup.fail({ kind: "server_errors", on: "counts", times: 1 });
    await setup.fetchFigures();
    expect(await setup.analysed(taskId)).toMatchObject({ problemCode: "unavailable" });
    await setup.fail({ kind: "server_errors", on: "counts", times: 1, retryAfter: (2 * hour) / second });
    at(hour);
    await setup.fetchFigures();
    const { nextFetchAt } = await setup.analysed(taskId);
    expect(nextFetchAt.getTime()).toBeGreaterThan(Date.now() + 2 * hour);
    app.setNow(nextFetchAt);
    await setup.fetchFigures();
    expect(await setup.analysed(taskId)).toMatchObject({ problemCode: null });
    expect((await setup.results(setup.creator, taskId)).problem).toBeNull();
  });

  it("wait for the renewal of a quota of the platform", async () => {
    const taskId = await setup.publishedTask(20);
    await setup.fail({ kind: "error", on: "reports", status: 403, reason: "quotaExceeded" });
    await setup.fetchFigures();
    const { nextFetchAt } = await setup.analysed(taskId);
    expect(nextFetchAt.getTime()).toBeGreaterThan(Date.now());
    expect(nextFetchAt.getTime()).toBeLessThanOrEqual(Date.now() + day + hour);
    expect((await setup.results(setup.creator, taskId)).problem).toMatchObject({
      message: expect.stringMatching(/allows no more requests today/),
      retryAt: nextFetchAt.toISOString(),
    });
    at(2 * day);
    await setup.fetchFigures();
    expect((await setup.results(setup.creator, taskId)).publication.state).toBe("ready");
  });

  it("of a creator who has used up their share wait, without a call", async () => {
    const taskId = await setup.publishedTask(20);
    await useReports(2000);
    await setup.fetchFigures();
    expect(await setup.analysed(taskId)).toMatchObject({ problemCode: "quota_share_used", fetchedAt: null });
    expect((await callsOf()).reports).toBe(2000);
  });

  it("are in the creator's data download", async () => {
    const taskId = await setup.publishedTask(20);
    await setup.fetchFigures();
    const { deliveryId } = await setup.analysed(taskId);
    const { videos } = (await app.dependencies.read(null, (ctx) =>
      analyticsData.read(ctx, setup.creator.id),
    )) as { videos: AsyncIterable<{ taskId: number; days: unknown[]; retention: unknown[] }> };
    const exported = [];
    for await (const video of videos) if (video.taskId === taskId) exported.push(video);
    expect(exported).toHaveLength(1);
    expect(exported[0]?.days.length).toBe((await rowsOf(deliveryId)).days);
    expect(exported[0]?.retention).toHaveLength(100);
  });

  it("that could not be read for 28 days are deleted", async () => {
    const taskId = await setup.publishedTask(20);
    await setup.fetchFigures();
    const { deliveryId } = await setup.analysed(taskId);
    at(27 * day);
    await deleteOutdatedFigures(setup.analytics);
    expect((await rowsOf(deliveryId)).curves).toBe(1);
    at(29 * day);
    await deleteOutdatedFigures(setup.analytics);
    expect(await rowsOf(deliveryId)).toEqual({ days: 0, curves: 0 });
    expect(await setup.analysed(taskId)).toMatchObject({
      currentViews: null,
      totalViews: null,
      fetchedAt: null,
    });
  });
});

it("figures of a channel that its platform has paused are fetched after the pause, without a call before", async () => {
  const taskId = await setup.publishedTask(20);
  const [channel] = await app.run(null, (ctx) => listDestinations(ctx.tx, setup.creator.id));
  const until = new Date(Date.now() + hour);
  const pause = { until, problemCode: "rate_limited" };
  await app.run(null, (ctx) => pauseDestination(ctx.tx, channel?.id ?? "", pause));
  const before = await setup.analysed(taskId);
  await app.work(fetchJobs(setup.analytics));
  await enqueueDue(setup.analytics);
  await app.work(fetchJobs(setup.analytics));
  expect(await callsOf()).toEqual({ counts: 0, reports: 0 });
  expect(await setup.analysed(taskId)).toEqual(before);
  app.setNow(until);
  await enqueueDue(setup.analytics);
  await app.work(fetchJobs(setup.analytics));
  expect((await setup.analysed(taskId)).countedAt).toEqual(until);
});

describe("a disconnected channel", () => {
  it("takes all figures with it, and gets them again once it is connected", async () => {
    const taskId = await setup.publishedTask(20);
    await setup.fetchFigures();
    await disconnect(setup.dependencies, setup.creator);
    for (const table of [analysedVideos, videoDays, videoRetention]) {
      expect(await app.db.select({ one: sql`1` }).from(table)).toEqual([]);
    }
    expect(await setup.results(setup.creator, taskId)).toMatchObject({
      publication: { state: "disconnected", destinationId: null, channel: "" },
      totals: null,
    });
    await setup.connectYouTube();
    expect((await setup.results(setup.creator, taskId)).publication.state).toBe("no_access");
    await setup.allowFigures();
    await setup.fetchFigures();
    expect((await setup.results(setup.creator, taskId)).publication.state).toBe("ready");
  });

  it("is stated while its connection is broken, and nothing is fetched", async () => {
    const taskId = await setup.publishedTask(20);
    const [channel] = await app.run(null, (ctx) => listDestinations(ctx.tx, setup.creator.id));
    const change = (brokenAt: Date | null) =>
      app.db
        .update(destinations)
        .set({ brokenAt })
        .where(eq(destinations.id, channel?.id ?? ""));
    await change(new Date());
    await setup.fetchFigures();
    expect(await setup.results(setup.creator, taskId)).toMatchObject({
      publication: { state: "disconnected" },
      current: null,
    });
    await change(null);
  });
});

it("figures of PeerTube need no consent", async () => {
  const channel = await setup.connectPeerTube();
  const { taskId } = await setup.approvedTask({ bytes: 1000 });
  await app.run(setup.creator, (ctx) => chooseDestinations(ctx, taskId, [channel.id]));
  await setup.start(taskId);
  await setup.deliver(taskId);
  await app.sandbox.live((await setup.deliveryOf(taskId)).platformVideoId ?? "", { publishedDaysAgo: 9 });
  await setup.fetchFigures();
  expect(await setup.results(setup.creator, taskId)).toMatchObject({
    publication: { state: "ready", kind: "peertube" },
    totals: { views: expect.any(Number), likes: null, engagedViews: null },
  });
  expect((await callsOf()).reports % 2).toBe(0);
});

it("a deleted account leaves no figures", async () => {
  await setup.publishedTask(20);
  await setup.fetchFigures();
  await app.run(null, (ctx) => ctx.emit(accountDeleted, { personId: setup.creator.id, pictureFileIds: [] }));
  for (const table of [analysedVideos, videoDays, videoRetention]) {
    expect(await app.db.select({ one: sql`1` }).from(table)).toEqual([]);
  }
});
