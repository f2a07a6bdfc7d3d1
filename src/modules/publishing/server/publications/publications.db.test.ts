import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, expect, it } from "vitest";

import type { Actor } from "#core/server/context.ts";
import type { OperationKind } from "#modules/publishing/rules/operations.ts";
import { defaultOptions } from "#modules/publishing/rules/options.ts";
import { problemMessage } from "#modules/publishing/rules/problems.ts";
import type { PublicationState } from "#modules/publishing/rules/progress.ts";
import { removeMember } from "#modules/team/server/public/team.ts";
import { type PublishingScenario, publishingScenario } from "#testing/publishing-scenario.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";
import { addManager } from "#testing/team.ts";

import { authorize } from "../destinations/authorization.ts";
import { chooseDestinations } from "../destinations/choice.ts";
import { deleteCaption, saveCaption, saveOptions } from "../details/queries.ts";
import { changeOperation, type OperationName, saveRequest } from "../operations/queries.ts";
import { startDelivery } from "../start/actions.ts";
import { destinations } from "../tables.ts";
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

async function list(
  query: { state?: PublicationState; cursor?: string; limit?: number } = {},
  actor: Actor = setup.creator,
) {
  const { items, nextCursor } = await app.run(actor, (ctx) =>
    listPublications(ctx, { limit: 30, ...query }, setup.dependencies),
  );
  return { ids: items.map(({ taskId }) => taskId), items, nextCursor };
}

const request = (name: OperationName) => app.run(null, (ctx) => saveRequest(ctx.tx, name, ctx.now));

/** Sets the state after the last attempt of an operation. */
async function failFor(taskId: number, kind: OperationKind, problemCode: string): Promise<void> {
  for (const row of await setup.listOperations(taskId, kind)) {
    await app.run(null, (ctx) => changeOperation(ctx.tx, row, { problemCode, nextAttemptAt: null }));
  }
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
  await setup.deliver(waiting, { untilProcessing: true });

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
  const shown = async () => (await list()).items.find((item) => item.taskId === taskId)?.unsent;
  await request({ deliveryId: id, kind: "details" });
  expect(await shown()).toEqual([]);
  await failFor(taskId, "details", "invalid_title");
  const problem = "YouTube (sandbox) refused the title. Use 1 to 100 characters, without < and >.";
  expect(await shown()).toMatchObject([{ part: "changes", state: "failed", problem }]);
  expect((await list({ state: "failed" })).ids).toContain(taskId);
  expect((await list({ state: "done" })).ids).toContain(taskId);
});

it("a publication without some of its captions is among the failed ones, until they are removed", async () => {
  const taskId = await start();
  await setup.deliver(taskId);
  const { id: deliveryId } = await setup.deliveryOf(taskId);
  const key = randomUUID();
  const caption = { id: key, taskId, language: "en", name: "", fileName: "en.srt", cues: 1 };
  await app.run(null, (ctx) => saveCaption(ctx.tx, { ...caption, content: "", addedAt: ctx.now }));
  const shown = async () => (await list()).items.find((item) => item.taskId === taskId)?.unsent;
  expect(await shown()).toEqual([]);
  await request({ deliveryId, kind: "caption", key });
  await failFor(taskId, "caption", "caption_invalid");
  const problem = problemMessage("caption_invalid", "YouTube (sandbox)");
  expect(await shown()).toMatchObject([
    { part: "additions", state: "failed", problem, recoveryActions: ["edit-details"] },
  ]);
  expect((await list({ state: "failed" })).ids).toContain(taskId);
  await app.run(null, (ctx) => deleteCaption(ctx.tx, { ...caption, addedAt: ctx.now }));
  expect(await shown()).toEqual([]);

  await request({ deliveryId, kind: "playlist", key: "PL1" });
  await failFor(taskId, "playlist", "playlist_full");
  expect(await shown()).toHaveLength(1);
  await app.run(null, (ctx) => saveOptions(ctx.tx, taskId, { ...defaultOptions, playlists: [] }));
  expect(await shown()).toEqual([]);
  expect((await list({ state: "failed" })).ids).not.toContain(taskId);
});

const actorOf = ({ user }: Person): Actor => ({ ...user, sessionId: "" });

it("managers list the publications of their channels, and act on them with the right to publish", async () => {
  await setup.fail({ kind: "refused_thumbnail" });
  const taskId = await start();
  await setup.deliver(taskId);
  const creator = { user: setup.creator };
  const reviewer = await app.join("rosa", "EDITOR");
  const publisher = await app.join("kofi", "YOUTUBER");
  expect((await list({}, actorOf(reviewer))).ids).toEqual([]);
  await addManager(app, { creator, manager: reviewer }, ["review"]);
  await addManager(app, { creator, manager: publisher }, ["publish"]);
  const { ids } = await list();
  const firstOf = async (actor: Actor) => (await list({}, actor)).items[0];
  expect((await list({}, actorOf(reviewer))).ids).toEqual(ids);
  const own = await firstOf(setup.creator);
  expect(own).toMatchObject({ taskId, creator: null, mayPublish: true });
  expect(own?.recoveryActions.length).toBeGreaterThan(0);
  expect(await firstOf(actorOf(publisher))).toEqual({
    ...own,
    creator: expect.objectContaining({ id: setup.creator.id }),
  });
  expect(await firstOf(actorOf(reviewer))).toMatchObject({
    taskId,
    mayPublish: false,
    recoveryActions: [],
    cancellable: false,
  });
  await app.run(null, (ctx) =>
    removeMember(ctx, { creatorId: setup.creator.id, personId: reviewer.user.id }),
  );
  expect((await list({}, actorOf(reviewer))).ids).toEqual([]);
});

it("what a manager starts is the creator's, on the creator's channels, and names who agreed to it", async () => {
  const { taskId } = await setup.approvedTask({ bytes: 1000 });
  const publisher = await app.join("uma", "YOUTUBER");
  await addManager(app, { creator: { user: setup.creator }, manager: publisher }, ["publish"]);
  const actor = actorOf(publisher);
  const now = new Date();
  const connected = { pictureUrl: "", scopes: [], connectedAt: now, checkedAt: now };
  const folder = { ...connected, kind: "folder", accountId: "own", title: "Own folder" } as const;
  const [own] = await app.db
    .insert(destinations)
    .values({ ...folder, personId: actor.id })
    .returning();
  await expect(
    app.run(actor, (ctx) => chooseDestinations(ctx, taskId, [own?.id ?? ""])),
  ).rejects.toMatchObject({ code: "destination_not_found" });
  await expect(authorize(setup.dependencies, actor, { taskId, reconnect: true })).rejects.toMatchObject({
    code: "not_connected",
  });
  const start = { taskId, visibility: "public" } as const;
  await app.run(actor, (ctx) => startDelivery(ctx, start, setup.dependencies));
  const delivery = await setup.deliveryOf(taskId);
  expect(delivery).toMatchObject({
    personId: setup.creator.id,
    consent: { personId: actor.id, channel: { id: expect.any(String) } },
  });
  expect(delivery.destinationId).not.toBe(own?.id);
});

it("a manager has nothing of other creators, and the right of one channel is not that of another", async () => {
  const taskId = await start();
  const [manager, other] = [await app.join("vera", "EDITOR"), await app.join("theo", "YOUTUBER")];
  await addManager(app, { creator: other, manager }, ["publish"]);
  expect((await list({}, actorOf(manager))).ids).toEqual([]);
  await addManager(app, { creator: { user: setup.creator }, manager }, ["review"]);
  expect((await list({}, actorOf(manager))).items[0]).toMatchObject({ taskId, mayPublish: false });
});
