import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Run } from "#core/server/context.ts";
import { after, day } from "#core/time.ts";
import { posterKey, videoFolder } from "#modules/media/server/videos/object-keys.ts";
import { findVideo, updateVideo } from "#modules/media/server/videos/queries.ts";
import { advanceTask } from "#modules/tasks/server/public/tasks.ts";
import { cancelTask, createTask } from "#modules/tasks/server/tasks/task-form.ts";
import { type ReviewScenario, reviewScenario } from "#testing/review-scenario.ts";
import { startApp, type TestActor, type TestApp } from "#testing/start-app.ts";
import { taskForm } from "#testing/task-form.ts";

import { approve } from "../decisions/decisions.ts";
import { rejectVersion } from "../public/reject-version.ts";
import { videoPreview } from "./preview.ts";

let app: TestApp;
let review: ReviewScenario;

beforeAll(async () => {
  app = await startApp({ reviewWindowSeconds: 3600 });
  review = await reviewScenario(app);
});
afterAll(async () => {
  await review.close();
  await app.stop();
});

const as: Run = (actor, act) => app.run(actor, act);

async function stored(videoId: string): Promise<string[]> {
  const folder = videoFolder(videoId);
  const names: string[] = [];
  for await (const { key } of app.storage.list(folder)) names.push(key.slice(folder.length + 1));
  return names;
}

async function statusOf(url: string | null | undefined, actor: TestActor = review.creator): Promise<number> {
  const answer = await fetch(review.url + (url ?? ""), { headers: { cookie: actor.cookie } });
  await answer.arrayBuffer();
  return answer.status;
}

/** Marks the light rendition of the first version as made. */
async function addLight(videoId: string): Promise<void> {
  await app.storage.put(`${videoFolder(videoId)}/rendition/light.mp4`, Buffer.from("light"));
  await as(null, (ctx) => updateVideo(ctx.tx, videoId, { lightDone: ctx.now }));
}

/** Makes the first version a large file without a light rendition. */
async function makeLarge(videoId: string): Promise<void> {
  await as(null, async (ctx) => {
    const facts = (await findVideo(ctx.tx, videoId))?.facts;
    if (facts) await updateVideo(ctx.tx, videoId, { facts: { ...facts, bitrate: 9_000_000 } });
  });
}

/** A task whose second version is in review after the first was rejected. */
async function withTwoVersions(change: (videoId: string) => Promise<void> = addLight) {
  const { creator } = review;
  const { id: taskId } = await as(creator, (ctx) => createTask(ctx, taskForm({ assignedTo: "mira" })));
  const { videoId } = await review.send(taskId);
  await app.work();
  await change(videoId);
  await as(creator, (ctx) =>
    rejectVersion(ctx, { taskId, version: 1, feedback: "Duck the music.", openComments: 0 }),
  );
  const before = await shown(taskId, 1);
  await review.send(taskId, "h264-other");
  await app.work();
  return { taskId, videoId, before };
}

const shown = async (taskId: number, version: number, actor = review.creator) =>
  (await as(actor, (ctx) => videoPreview(ctx, taskId, version))).playback;

/** Numbers of the versions that the current one can be compared with. */
const comparable = async (taskId: number) =>
  (await as(review.creator, (ctx) => videoPreview(ctx, taskId))).comparable;

describe("a superseded version", () => {
  it.each([
    ["its light rendition", addLight, "light", "rendition/light.mp4"],
    ["an original of low bitrate", async () => undefined, "original", "original"],
  ] as const)("keeps %s and its poster until the task is cancelled", async (_what, change, kept, name) => {
    const { taskId, videoId, before } = await withTwoVersions(change);
    expect(await stored(videoId)).toEqual(["poster.jpg", name].sort());
    const playback = await shown(taskId, 1);
    expect(playback).toMatchObject({
      kept,
      state: "deleted",
      lightUrl: null,
      storyboardUrl: null,
      frames: 60,
    });
    expect([await statusOf(playback?.fileUrl), await statusOf(playback?.posterUrl)]).toEqual([200, 200]);
    expect(await statusOf(before?.fileUrl)).toBe(kept === "original" ? 200 : 404);
    expect(await comparable(taskId)).toEqual([1]);

    await as(review.creator, (ctx) => cancelTask(ctx, taskId));
    app.setNow(after(new Date(), 2000));
    expect([await statusOf(playback?.fileUrl), await statusOf(playback?.posterUrl)]).toEqual([404, 404]);
    await app.work();
    expect(await stored(videoId)).toEqual([]);
    expect(await shown(taskId, 1)).toBeNull();
    app.setNow(null);
  });

  it("keeps no large original, only its poster", async () => {
    const { taskId, videoId, before } = await withTwoVersions(makeLarge);
    expect(await stored(videoId)).toEqual(["poster.jpg"]);
    expect(await comparable(taskId)).toEqual([]);
    expect(await shown(taskId, 1)).toBeNull();
    expect(await statusOf(before?.fileUrl)).toBe(404);
  });

  it("can be played by the task's creator and editor only, each with their own URL", async () => {
    const { taskId } = await withTwoVersions();
    const { creator, editor, otherEditor } = review;
    const [own, others] = [await shown(taskId, 1), await shown(taskId, 1, editor)];
    expect([await statusOf(own?.fileUrl), await statusOf(others?.fileUrl, editor)]).toEqual([200, 200]);
    expect([await statusOf(own?.fileUrl, editor), await statusOf(others?.fileUrl, creator)]).toEqual([
      404, 404,
    ]);
    expect(await statusOf(own?.fileUrl, otherEditor)).toBe(404);
    await expect(shown(taskId, 1, otherEditor)).rejects.toMatchObject({ status: 404 });
  });

  it("stays when the review window of the newest version ends", async () => {
    const start = new Date();
    const { taskId, videoId } = await withTwoVersions();
    app.setNow(after(start, day / 2));
    await app.work();
    expect(await as(review.creator, (ctx) => videoPreview(ctx, taskId))).toMatchObject({
      stage: "assigned",
      version: { number: 2, state: "expired" },
    });
    expect(await stored(videoId)).toEqual(["poster.jpg", "rendition/light.mp4"]);
    expect(await statusOf((await shown(taskId, 1))?.fileUrl)).toBe(200);
    app.setNow(null);
  });

  it("is deleted with the video of the published version", async () => {
    const { taskId, videoId } = await withTwoVersions();
    await as(review.creator, (ctx) => approve(ctx, { taskId, version: 2 }));
    await as(null, async (ctx) => {
      await advanceTask(ctx, taskId, "start_publishing");
      await advanceTask(ctx, taskId, "publish");
    });
    expect(await stored(videoId)).toEqual(["poster.jpg", "rendition/light.mp4"]);
    app.setNow(after(new Date(), 8 * day));
    await app.work();
    expect(await stored(videoId)).toEqual([]);
    expect(await app.storage.stat(posterKey(videoId))).toBeNull();
    app.setNow(null);
  });
});
