import { asc, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import type { PlatformStatistics } from "#adapters/video-platform/statistics.ts";
import { quotaUse } from "#modules/publishing/server/tables.ts";
import { type AnalyticsScenario, analyticsScenario } from "#testing/analytics-scenario.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import type { AnalyticsDependencies } from "../dependencies.ts";
import { analysedVideos, videoDays, videoRetention } from "../tables.ts";
import { noFigures } from "./queries.ts";

const now = new Date();
let app: TestApp;
let setup: AnalyticsScenario;
beforeAll(async () => {
  app = await startApp();
  setup = await analyticsScenario(app);
  await setup.connectYouTube();
  await setup.allowFigures();
  await setup.publishedTask(5);
  await setup.publishedTask(8);
  app.setNow(now);
});
afterAll(async () => {
  await setup.close();
  await app.stop();
});

interface Kill {
  step: number;
  /** Before the step had any effect, or after it, before the process learned of it. */
  at: "before" | "after";
}

type Call = "counts" | "days" | "retention";

/** Dependencies whose transactions and calls of the platform are counted as steps, at one of which the process is killed. */
function observed(kill: Kill | null) {
  const made = { steps: 0, counts: 0, days: 0, retention: 0 };
  const step = async <T>(act: () => Promise<T>): Promise<T> => {
    made.steps += 1;
    const killed = made.steps === kill?.step;
    if (killed && kill.at === "before") throw new Error("killed");
    const result = await act();
    if (killed) throw new Error("killed");
    return result;
  };
  const { platforms, run } = setup.analytics;
  const connect = (settings: string | null) => {
    const platform = platforms.youtube.connect(settings);
    const { statistics } = platform;
    if (!statistics) throw new Error("YouTube has statistics.");
    const counted =
      <A extends unknown[], R>(name: Call, call: (...given: A) => Promise<R>) =>
      (...given: A) =>
        step(() => {
          made[name] += 1;
          return call(...given);
        });
    const observedStatistics: PlatformStatistics = {
      ...statistics,
      counts: counted("counts", statistics.counts),
      days: counted("days", statistics.days),
      retention: counted("retention", statistics.retention),
    };
    return { ...platform, statistics: observedStatistics };
  };
  const dependencies: AnalyticsDependencies = {
    ...setup.analytics,
    run: (actor, work) => step(() => run(actor, work)),
    platforms: { ...platforms, youtube: { ...platforms.youtube, connect } },
  };
  return { dependencies, made };
}

async function forget(): Promise<void> {
  await app.db.delete(quotaUse);
  await app.db.delete(videoDays);
  await app.db.delete(videoRetention);
  await app.db.update(analysedVideos).set({ ...noFigures, nextFetchAt: sql`now() - interval '1 hour'` });
}

const stored = async () => ({
  videos: await app.db.select().from(analysedVideos).orderBy(asc(analysedVideos.deliveryId)),
  days: await app.db.select().from(videoDays).orderBy(asc(videoDays.deliveryId), asc(videoDays.age)),
  curves: await app.db.select().from(videoRetention).orderBy(asc(videoRetention.deliveryId)),
});

const oneOf = (...numbers: number[]) =>
  expect.toSatisfy((value: number) => numbers.includes(value)) as unknown;

it("a fetch that is killed at any step neither loses nor doubles figures, and repeats at most one call of each quota", async () => {
  await forget();
  const whole = observed(null);
  await setup.fetchFigures(whole.dependencies);
  const expected = await stored();
  expect(expected.days.length).toBeGreaterThan(2);
  expect(expected.curves).toHaveLength(2);
  expect(expected.videos).toMatchObject(
    Array.from({ length: 2 }, () => ({ daysFetchedAt: now, fetchedAt: now })),
  );
  expect(whole.made).toMatchObject({ counts: 1, days: 2, retention: 2 });
  const kills = Array.from({ length: whole.made.steps }, (_, index) => index + 1).flatMap((step): Kill[] => [
    { step, at: "before" },
    { step, at: "after" },
  ]);
  for (const kill of kills) {
    await forget();
    const killed = observed(kill);
    await expect(setup.fetchFigures(killed.dependencies)).rejects.toThrow("killed");
    const again = observed(null);
    await setup.fetchFigures(again.dependencies);
    expect({ kill, ...(await stored()) }).toEqual({ kill, ...expected });
    const made = (name: Call) => killed.made[name] + again.made[name];
    const rows = await app.db.select().from(quotaUse);
    const charged = (name: "counts" | "reports") => rows.find(({ bucket }) => bucket === name)?.used ?? 0;
    // Not one more is charged than the killed process might have made, and never fewer than it has made.
    const repeated = {
      counts: [made("counts"), charged("counts")],
      reports: [made("days") + made("retention"), charged("reports")],
    };
    expect({ kill, ...repeated }).toEqual({
      kill,
      counts: [oneOf(1, 2), oneOf(1, 2)],
      reports: [oneOf(4, 5), oneOf(4, 5)],
    });
    expect(charged("counts")).toBeGreaterThanOrEqual(made("counts"));
    expect(charged("reports")).toBeGreaterThanOrEqual(made("days") + made("retention"));
  }
});
