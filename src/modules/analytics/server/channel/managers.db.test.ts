import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { figuresChanged } from "#modules/analytics/realtime-messages.ts";
import { people } from "#modules/people/server/tables.ts";
import { type AnalyticsScenario, analyticsScenario } from "#testing/analytics-scenario.ts";
import { startApp, type TestActor, type TestApp } from "#testing/start-app.ts";
import { addContributor, addDefaultEditor, addManager } from "#testing/team.ts";

import { resultsFile } from "../results/files.ts";
import { analysedVideos } from "../tables.ts";
import { saveSettings } from "./settings.ts";
import { channelSummary } from "./summary.ts";
import { channelFile, listChannelVideos } from "./videos.ts";

let app: TestApp;
let setup: AnalyticsScenario;
let manager: TestActor;
let contributor: TestActor;
let taskId: number;
beforeAll(async () => {
  app = await startApp();
  setup = await analyticsScenario(app);
  manager = await app.person("ravi", "EDITOR");
  contributor = await app.person("noor", "EDITOR");
  await setup.connectYouTube();
  await setup.allowFigures();
  taskId = await setup.publishedTask(20);
  await addManager(app, { creator: { user: setup.creator }, manager: { user: manager } });
  await addContributor(app.db, { taskId, person: { user: contributor } });
  await setup.fetchFigures();
});
afterAll(async () => {
  await setup.close();
  await app.stop();
});

const share = (shareResults: boolean) => app.run(setup.creator, (ctx) => saveSettings(ctx, { shareResults }));

const resultsFileOf = (actor: TestActor) =>
  app.dependencies.read(actor, (ctx) => resultsFile(ctx, { taskId, table: "days" }, setup.analytics));

/** The responses of the endpoints of the channel to an actor who names the creator. */
function channelSeenBy(actor: TestActor, channel: number | undefined = setup.creator.id) {
  const query = { channel, sort: "published", direction: "descending" } as const;
  return app.dependencies.read(actor, async (ctx) => ({
    summary: await channelSummary(ctx, { channel }, setup.analytics),
    list: await listChannelVideos(ctx, { ...query, limit: 10 }, setup.analytics),
    file: await channelFile(ctx, query, setup.analytics),
  }));
}

describe("the channel", () => {
  it("is the same for managers, who are not its owner, whether or not editors see results", async () => {
    const { summary: ofCreator, ...ownLists } = await channelSeenBy(setup.creator, undefined);
    for (const shared of [true, false]) {
      await share(shared);
      const { summary, list, file } = await channelSeenBy(manager);
      expect(summary).toMatchObject({ own: false, videos: 1, totals: ofCreator.totals });
      expect(list.items.map((video) => video.taskId)).toEqual([taskId]);
      expect(file).toEqual(ownLists.file);
      expect((await setup.results(manager, taskId)).own).toBe(false);
    }
    expect(ofCreator.own).toBe(true);
  });

  it("is refused to editors, contributors, other creators, and managers of suspended creators", async () => {
    const stranger = await app.person("sana", "YOUTUBER");
    const refused = { code: "channel_not_managed" };
    const colleague = await app.person("kofi", "EDITOR");
    await addDefaultEditor(app, { creator: { user: setup.creator }, editor: { user: colleague } });
    for (const actor of [setup.editor, contributor, stranger, colleague]) {
      await expect(channelSeenBy(actor)).rejects.toMatchObject(refused);
    }
    await expect(channelSeenBy(setup.editor, setup.editor.id)).rejects.toMatchObject(refused);
    const suspend = (suspendedAt: Date | null) =>
      app.db.update(people).set({ suspendedAt }).where(eq(people.id, setup.creator.id));
    await suspend(new Date());
    await expect(channelSeenBy(manager)).rejects.toMatchObject(refused);
    await suspend(null);
  });
});

it("open pages of editors and contributors load results again once they are shared or not", async () => {
  const seen = () =>
    setup.results(setup.editor, taskId).then(
      () => "results",
      (error: { code: string }) => error.code,
    );
  for (const [shared, expected] of [
    [false, "results_not_shared"],
    [true, "results"],
  ] as const) {
    app.realtimeMessages.length = 0;
    await share(shared);
    const [sent] = app.realtimeMessages;
    expect(sent).toMatchObject({ name: figuresChanged.name });
    expect(sent?.people.toSorted()).toEqual([setup.editor.id, contributor.id].toSorted());
    expect(await seen()).toBe(expected);
  }
  app.realtimeMessages.length = 0;
  const stranger = await app.person("tara", "YOUTUBER");
  await app.run(stranger, (ctx) => saveSettings(ctx, { shareResults: false }));
  expect(app.realtimeMessages.flatMap(({ people: to }) => to)).toEqual([]);
});

it("the results of a video are refused to its editors until the creator shares them", async () => {
  const editors = [setup.editor, contributor];
  await share(false);
  for (const actor of editors) {
    const refused = { status: 403, code: "results_not_shared" };
    await expect(setup.results(actor, taskId)).rejects.toMatchObject(refused);
    await expect(resultsFileOf(actor)).rejects.toMatchObject(refused);
  }
  await share(true);
  for (const actor of editors) {
    expect((await setup.results(actor, taskId)).own).toBe(false);
    expect((await resultsFileOf(actor)).name).toMatch(/\.csv$/);
  }
});

it("new figures are announced to all who may see them", async () => {
  for (const [shared, expected] of [
    [true, [setup.creator, manager, setup.editor, contributor]],
    [false, [setup.creator, manager]],
  ] as const) {
    await share(shared);
    await app.db.update(analysedVideos).set({ nextFetchAt: new Date(0) });
    app.realtimeMessages.length = 0;
    await setup.fetchFigures();
    const sent = app.realtimeMessages.filter(({ name }) => name === figuresChanged.name);
    expect(sent.flatMap(({ people: to }) => to).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
  }
});
