import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, expect, it } from "vitest";

import { problemMessage } from "#modules/publishing/rules/problems.ts";
import type { PublicationState } from "#modules/publishing/rules/progress.ts";
import { type PublishingScenario, publishingScenario } from "#testing/publishing-scenario.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import { changeChanges, countSave } from "../changes/queries.ts";
import { deliver } from "../deliveries/deliver.ts";
import { deleteCaption, markSent, saveCaption } from "../details/queries.ts";
import { listPublications } from "./publications.ts";

let app: TestApp;
let setup: PublishingScenario;

beforeAll(async () => {
  app = await startApp();
  setup = await publishingScenario(app);
  await setup.connectYouTube();
});
afterAll(async () => {
  await setup.close();
  await app.stop();
});

async function start(): Promise<number> {
  const { taskId } = await setup.approvedTask({ bytes: 2000, thumbnail: true });
  await setup.start(taskId);
  return taskId;
}

async function list(query: { state?: PublicationState; cursor?: string; limit?: number } = {}) {
  const { items, nextCursor } = await app.run(setup.creator, (ctx) =>
    listPublications(ctx, { limit: 30, ...query }, setup.dependencies),
  );
  return { ids: items.map(({ taskId }) => taskId), items, nextCursor };
}

it("the list of publications is newest first, filtered by state and paged", async () => {
  const running = await start();
  const done = await start();
  await setup.deliver(done);
  await setup.fail({ kind: "refused_thumbnail" });
  const failed = await start();
  await setup.deliver(failed);
  await setup.fail({ kind: "stuck_processing" });
  const waiting = await start();
  await deliver(setup.dependencies, (await setup.deliveryOf(waiting)).id, new AbortController().signal);

  expect((await list()).ids).toEqual([waiting, failed, done, running]);
  expect((await list({ state: "running" })).ids).toEqual([running]);
  expect((await list({ state: "waiting" })).ids).toEqual([waiting]);
  expect((await list({ state: "failed" })).ids).toEqual([failed]);
  expect((await list({ state: "done" })).ids).toEqual([done]);
  const first = await list({ limit: 3 });
  expect(first.ids).toEqual([waiting, failed, done]);
  expect((await list({ limit: 3, cursor: first.nextCursor ?? "" })).ids).toEqual([running]);
});

it("a publication whose changed details were not sent is among the failed ones", async () => {
  const taskId = await start();
  await setup.deliver(taskId);
  const { id } = await setup.deliveryOf(taskId);
  const shown = async () => (await list()).items.find((item) => item.taskId === taskId)?.changes;
  expect(await shown()).toBeNull();
  await app.run(null, (ctx) => countSave(ctx.tx, id, null));
  expect(await shown()).toMatchObject({ state: "sending", problem: null });
  await app.run(null, (ctx) => changeChanges(ctx.tx, { deliveryId: id }, { problemCode: "invalid_title" }));
  expect(await shown()).toMatchObject({
    state: "failed",
    problem: "YouTube (sandbox) refused the title. Use 1 to 100 characters, without < and >.",
  });
  expect((await list({ state: "failed" })).ids).toContain(taskId);
  expect((await list({ state: "done" })).ids).toContain(taskId);
});

it("a publication without some of its captions is among the failed ones, until they are removed", async () => {
  const taskId = await start();
  await setup.deliver(taskId);
  const videoId = (await setup.deliveryOf(taskId)).platformVideoId ?? "";
  const additionId = randomUUID();
  const caption = { id: additionId, taskId, language: "en", name: "", fileName: "en.srt", cues: 1 };
  await app.run(null, (ctx) => saveCaption(ctx.tx, { ...caption, content: "", addedAt: ctx.now }));
  const shown = async () => (await list()).items.find((item) => item.taskId === taskId)?.unsentAdditions;
  expect(await shown()).toBeNull();
  const sent = { taskId, additionId, videoId };
  await app.run(null, (ctx) => markSent(ctx.tx, { ...sent, problemCode: "caption_invalid" }));
  expect(await shown()).toEqual({
    problem: problemMessage("caption_invalid", "YouTube (sandbox)"),
    recoveryActions: ["edit-details"],
  });
  expect((await list({ state: "failed" })).ids).toContain(taskId);
  await app.run(null, (ctx) => deleteCaption(ctx.tx, additionId));
  expect(await shown()).toBeNull();

  // A playlist that was removed from the task, of which a row remains.
  await app.run(null, (ctx) =>
    markSent(ctx.tx, { taskId, videoId, additionId: "PL1", problemCode: "playlist_full" }),
  );
  expect(await shown()).toBeNull();
  expect((await list({ state: "failed" })).ids).not.toContain(taskId);
});
