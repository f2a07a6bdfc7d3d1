import { randomUUID } from "node:crypto";

import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { type ChannelOrder, channelOrders } from "#modules/analytics/contract/channel.ts";
import { leastComparedVideos } from "#modules/analytics/rules/comparison.ts";
import { storedFiles } from "#modules/media/server/tables.ts";
import { deliveries } from "#modules/publishing/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { type AnalyticsScenario, analyticsScenario } from "#testing/analytics-scenario.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import { resultsFile } from "../results/files.ts";
import { analysedVideos } from "../tables.ts";
import { channelSummary } from "./summary.ts";
import { channelFile, listChannelVideos } from "./videos.ts";

let app: TestApp;
let setup: AnalyticsScenario;
const ids: number[] = [];
beforeAll(async () => {
  app = await startApp();
  setup = await analyticsScenario(app);
  await setup.connectYouTube();
  await setup.allowFigures();
  for (const age of [12, 30, 50, 70, 90, 110, 130, 150, 170, 190]) ids.push(await setup.publishedTask(age));
  await setup.fetchFigures();
  ids.push(await setup.publishedTask(0));
  await app.db
    .update(tasks)
    .set({ title: '=1+1, "Rain"' })
    .where(eq(tasks.id, ids[0] ?? 0));
});
afterAll(async () => {
  await setup.close();
  await app.stop();
});

const summary = () => app.dependencies.read(setup.creator, (ctx) => channelSummary(ctx, {}, setup.analytics));
const list = (sort: ChannelOrder, direction: "ascending" | "descending", cursor?: string, limit = 3) =>
  app.dependencies.read(setup.creator, (ctx) =>
    listChannelVideos(
      ctx,
      { sort, direction, limit, ...(cursor !== undefined && { cursor }) },
      setup.analytics,
    ),
  );

async function all(sort: ChannelOrder, direction: "ascending" | "descending") {
  const found = [];
  let cursor: string | undefined;
  do {
    const page = await list(sort, direction, cursor);
    found.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

describe("the channel", () => {
  it.each(channelOrders)("lists every video once, sorted by %s in both directions", async (sort) => {
    const ascending = await all(sort, "ascending");
    const descending = await all(sort, "descending");
    expect(new Set(ascending.map(({ taskId }) => taskId))).toEqual(new Set(ids));
    expect(ascending).toHaveLength(ids.length);
    expect(descending.map(({ taskId }) => taskId)).toEqual(
      ascending.map(({ taskId }) => taskId).toReversed(),
    );
  });

  it("sorts videos by their figures, those without last", async () => {
    const shown = (await all("views", "descending")).map(({ totals }) => totals?.views ?? -1);
    expect(shown).toEqual(shown.toSorted((one, other) => other - one));
    expect(shown.at(-1)).toBe(-1);
  });

  it("refuses a malformed cursor, and one of another order", async () => {
    const { nextCursor } = await list("title", "ascending");
    for (const cursor of ["nonsense", nextCursor ?? ""]) {
      await expect(list("views", "descending", cursor)).rejects.toMatchObject({ code: "invalid_input" });
    }
  });

  it("has totals, the videos watched most and least of, and the state of the destination", async () => {
    const found = await summary();
    const listed = await all("averageViewPercent", "descending");
    const views = listed.reduce((sum, { totals }) => sum + (totals?.views ?? 0), 0);
    expect(found).toMatchObject({ videos: ids.length, totals: { views }, shareResults: true });
    const ranked = listed.filter(({ totals }) => totals !== null).map(({ taskId }) => taskId);
    expect(found.best.map(({ taskId }) => taskId)).toEqual(ranked.slice(0, 3));
    expect(found.worst.map(({ taskId }) => taskId)).toEqual(ranked.slice(-3).toReversed());
    expect(found.destinations).toMatchObject([
      { state: "ready", asks: true, videos: ids.length, problem: null },
    ]);
  });

  it("calls none of seven videos the best or the lowest", async () => {
    const counted = (await all("averageViewPercent", "descending")).filter(({ totals }) => totals !== null);
    for (const [size, length] of [
      [leastComparedVideos, 3],
      [leastComparedVideos - 1, 0],
    ] as const) {
      const hidden = counted.slice(size).map(({ deliveryId }) => deliveryId);
      await withoutStat(hidden, async () => {
        const { best, worst } = await summary();
        expect([best.length, worst.length]).toEqual([length, length]);
      });
    }
  });

  /** Runs `check` while some videos have no share viewed. */
  async function withoutStat(deliveryIds: readonly string[], check: () => Promise<void>) {
    const ofVideos = inArray(analysedVideos.deliveryId, [...deliveryIds]);
    const rows = await app.db.select().from(analysedVideos).where(ofVideos);
    await app.db.update(analysedVideos).set({ totalAverageViewPercent: null }).where(ofVideos);
    await check();
    for (const { deliveryId, totalAverageViewPercent } of rows) {
      await app.db
        .update(analysedVideos)
        .set({ totalAverageViewPercent })
        .where(eq(analysedVideos.deliveryId, deliveryId));
    }
  }

  it("shows the published thumbnail, unless the publication went without it", async () => {
    const taskId = ids[0] ?? 0;
    const thumbnail = async () =>
      (await all("published", "ascending")).find((each) => each.taskId === taskId)?.thumbnailUrl;
    const id = randomUUID();
    await app.db.insert(storedFiles).values({
      id,
      name: "thumb.png",
      type: "image/png",
      bytes: 9,
      state: "kept",
      personId: setup.creator.id,
      createdAt: new Date(),
    });
    await app.db.update(tasks).set({ thumbnailFileId: id }).where(eq(tasks.id, taskId));
    expect(await thumbnail()).toContain(id);
    await app.db.update(deliveries).set({ skipThumbnail: true }).where(eq(deliveries.taskId, taskId));
    expect(await thumbnail()).toBeNull();
  });

  it("has averages that are weighted by views, and the share of viewers after 30 seconds", async () => {
    const { totals } = await summary();
    const listed = await all("views", "descending");
    const counted = listed.flatMap((video) => video.totals ?? []);
    const sum = (of: (figures: (typeof counted)[number]) => number) =>
      counted.reduce((total, figures) => total + of(figures), 0);
    const views = sum((figures) => figures.views);
    expect(totals?.averageViewPercent).toBeCloseTo(
      sum((figures) => (figures.averageViewPercent ?? 0) * figures.views) / views,
    );
    expect(totals?.averageViewSeconds).toBeCloseTo(sum((figures) => figures.watchSeconds) / views);
    const { retention } = await setup.results(setup.creator, listed[0]?.taskId ?? 0);
    // 30 of 480 seconds are in the seventh interval.
    expect(listed[0]?.retentionAfter30Seconds).toBeCloseTo(retention?.points[6]?.audienceWatchRatio ?? -1);
  });

  it("is sorted by the subscribers that are left", async () => {
    const net = (await all("subscribers", "descending")).map(({ totals }) =>
      totals ? (totals.subscribersGained ?? 0) - (totals.subscribersLost ?? 0) : -1_000_000,
    );
    expect(net).toEqual(net.toSorted((one, other) => other - one));
  });

  it("is empty for a creator without videos", async () => {
    const other = await app.person("sana", "YOUTUBER");
    const found = await app.dependencies.read(other, (ctx) => channelSummary(ctx, {}, setup.analytics));
    expect(found).toMatchObject({ videos: 0, totals: null, best: [], worst: [], destinations: [] });
  });

  it("is exported as CSV, without formulas of titles", async () => {
    const file = await app.dependencies.read(setup.creator, (ctx) =>
      channelFile(ctx, { sort: "published", direction: "ascending" }, setup.analytics),
    );
    const lines = String(file.content).trimEnd().split("\r\n");
    expect(lines).toHaveLength(ids.length + 1);
    expect(lines.some((line) => line.startsWith(`"'=1+1, ""Rain"""`))).toBe(true);
    const days = await app.dependencies.read(setup.creator, (ctx) =>
      resultsFile(ctx, { taskId: ids[1] ?? 0, table: "days" }, setup.analytics),
    );
    const results = await setup.results(setup.creator, ids[1] ?? 0);
    const [header, first, ...others] = String(days.content).trimEnd().split("\r\n");
    expect(days).toMatchObject({
      name: expect.stringMatching(/^[^/]+, YouTube.*, days\.csv$/),
      type: "text/csv",
    });
    expect(header).toMatch(/^\u{feff}"Day \(America\/Los_Angeles\)","Views","Engaged views",/u);
    const { day, views, engagedViews, watchSeconds } = results.days[0] ?? {};
    expect(first?.split(",").slice(0, 4)).toEqual([
      `"${day}"`,
      `${views}`,
      `${engagedViews}`,
      `${watchSeconds}`,
    ]);
    expect(others).toHaveLength(results.days.length - 1);
  });

  it("exports the retention of a video, under a name that every file system accepts", async () => {
    const file = await app.dependencies.read(setup.creator, (ctx) =>
      resultsFile(ctx, { taskId: ids[0] ?? 0, table: "retention" }, setup.analytics),
    );
    const { retention, publication } = await setup.results(setup.creator, ids[0] ?? 0);
    expect(file.name).toBe(`=1+1, _Rain_, ${publication.platform}, retention.csv`);
    const rows = String(file.content).trimEnd().split("\r\n").slice(1);
    expect(rows).toHaveLength(100);
    const at = retention?.points[39];
    expect(rows[39]?.split(",").slice(0, 4).map(Number)).toEqual([
      0.4,
      at?.frame,
      (at?.frame ?? 0) / 25,
      Number(at?.audienceWatchRatio.toFixed(4)),
    ]);
  });
});

describe("the comparison", () => {
  it("is with at least eight other videos at the same age", async () => {
    const { comparison, days } = await setup.results(setup.creator, ids[1] ?? 0);
    const age = days.at(-1)?.age ?? 0;
    const others = await Promise.all(
      ids.slice(2, 10).map(async (id) => (await setup.results(setup.creator, id)).days),
    );
    const viewsAt = (until: number, of: typeof days) =>
      of.slice(0, until + 1).reduce((sum, { views }) => sum + views, 0);
    const compared = others.map((of) => viewsAt(age, of)).toSorted((one, other) => one - other);
    const own = viewsAt(age, days);
    const median = ((compared[3] ?? 0) + (compared[4] ?? 0)) / 2;
    expect(comparison).toMatchObject({
      age,
      videos: leastComparedVideos,
      views: { value: own, median, rank: compared.filter((views) => views > own).length + 1 },
    });
    expect(comparison?.growth.at(-1)).toMatchObject({ age, views: own, median });
  });

  it("of an older video is at the highest age that eight others have reached", async () => {
    const { comparison } = await setup.results(setup.creator, ids[9] ?? 0);
    const youngest = (await setup.results(setup.creator, ids[1] ?? 0)).days.at(-1)?.age ?? 0;
    const ages = [0, 1, 2, 3, 5, 7, 14, 30].filter((age) => age <= youngest);
    expect(comparison).toMatchObject({ age: ages.at(-1), videos: leastComparedVideos });
  });
});
