import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { statisticsScope } from "#adapters/video-platform/youtube/statistics.ts";
import { comments, commentCounters } from "#modules/feedback/server/tables.ts";
import { type AnalyticsScenario, analyticsScenario, publishedFrames } from "#testing/analytics-scenario.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

let app: TestApp;
let setup: AnalyticsScenario;
beforeAll(async () => {
  app = await startApp();
  setup = await analyticsScenario(app);
  await setup.connectYouTube();
});
afterAll(async () => {
  await setup.close();
  await app.stop();
});

describe("results of a video", () => {
  it("wait for access, which a refusal leaves as it is, and come with it", async () => {
    const taskId = await setup.publishedTask(30);
    expect(await setup.results(setup.creator, taskId)).toMatchObject({
      publication: { state: "no_access" },
      days: [],
      retention: null,
    });
    await setup.allowFigures({ deny: true });
    expect(await setup.results(setup.creator, taskId)).toMatchObject({ publication: { state: "no_access" } });
    // The box of the scope stays unchecked.
    const [publishing] = setup.dependencies.platforms.youtube.consent?.scopes ?? [];
    await setup.allowFigures({ checkedScopes: [publishing ?? ""] });
    expect(await setup.results(setup.creator, taskId)).toMatchObject({ publication: { state: "no_access" } });
    await setup.fetchFigures();
    expect(await setup.analysed(taskId)).toMatchObject({ countedAt: null, problemCode: null });
    await setup.allowFigures({ checkedScopes: [publishing ?? "", statisticsScope] });
    expect(await setup.results(setup.creator, taskId)).toMatchObject({ publication: { state: "waiting" } });
    await setup.fetchFigures();
    const results = await setup.results(setup.creator, taskId);
    expect(results.publication.state).toBe("ready");
    expect(results.days[0]).toMatchObject({ age: 0, views: expect.any(Number) });
    expect(results.days.map(({ age }) => age)).toEqual(results.days.map((_, index) => index));
    expect(results.completeUntil?.day).toBe(results.days.at(-1)?.day);
    const views = results.days.reduce((sum, each) => sum + each.views, 0);
    expect(results.totals?.views).toBe(views);
    expect(results.current?.views).toBeGreaterThanOrEqual(views);
  });

  it("mark the drop of the sandbox's model at 40 % at its frame, with the comments on it", async () => {
    const taskId = await setup.publishedTask(40);
    const at = publishedFrames * 0.4;
    const near = await comment(taskId, at + 50);
    await comment(taskId, 200, "é".repeat(900));
    await setup.fetchFigures();
    const { retention, comments: shown } = await setup.results(setup.creator, taskId);
    expect(retention?.points).toHaveLength(100);
    const drops = retention?.marks.filter(({ kind }) => kind === "drop") ?? [];
    const marked = drops.find(({ frame }) => frame === at);
    expect(marked).toMatchObject({ frame: at, seconds: 192, commentIds: [near] });
    expect(marked?.change).toBeLessThan(-0.1);
    expect(
      shown.map(({ frame, endFrame, seconds, endSeconds, text }) => [
        frame,
        endFrame,
        seconds,
        endSeconds,
        text.length,
      ]),
    ).toEqual([
      [200, 225, 8, 9, 500],
      [at + 50, at + 75, 194, 195, 8],
    ]);
  });

  async function comment(taskId: number, inFrame: number, text = "Shorter."): Promise<string> {
    const id = randomUUID();
    await app.db
      .insert(commentCounters)
      .values({ taskId, lastSequence: 0, lastChange: 0 })
      .onConflictDoNothing();
    const sequence = inFrame;
    await app.db.insert(comments).values({
      taskId,
      sequence,
      id,
      change: sequence,
      version: 1,
      authorId: setup.creator.id,
      inFrame,
      outFrame: inFrame + 25,
      text,
      imageFileIds: [],
      mentions: [],
      createdAt: new Date(),
    });
    return id;
  }
});
