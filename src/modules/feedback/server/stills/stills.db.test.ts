import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import type { Run } from "#core/server/context.ts";
import { deleteVideo } from "#modules/media/server/public/media.ts";
import { findTaskVersion } from "#modules/review/server/public/review.ts";
import { createTask, cancelTask } from "#modules/tasks/server/tasks/task-form.ts";
import { readFrameNumbers } from "#testing/clip-frames.ts";
import { type ReviewScenario, reviewScenario } from "#testing/review-scenario.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";
import { taskForm } from "#testing/task-form.ts";

import { mayReadCommentFile } from "../comments/access.ts";
import { listChanges, listComments } from "../comments/lists.ts";
import { addComment } from "../comments/write-comment.ts";
import { makeStills, requestMissingStills } from "./jobs.ts";

let app: TestApp;
let review: ReviewScenario;
const as: Run = (actor, act) => app.run(actor, act);

beforeAll(async () => {
  app = await startApp();
  review = await reviewScenario(app);
});
afterAll(async () => {
  await review.close();
  await app.stop();
});

async function taskInReview(name: Parameters<ReviewScenario["send"]>[1]): Promise<number> {
  const { id } = await as(review.creator, (ctx) => createTask(ctx, taskForm({ assignedTo: "mira" })));
  await review.send(id, name);
  await app.work();
  return id;
}

async function comment(taskId: number, frame: number): Promise<string> {
  const id = randomUUID();
  const place = { version: 1, inFrame: frame, outFrame: frame, drawing: null, view: null };
  const draft = { id, text: "Here", mentions: [], imageFileIds: [], ...place };
  await as(review.creator, (ctx) => addComment(ctx, taskId, draft));
  return id;
}

const commentsOf = async (taskId: number) =>
  (await as(review.editor, (ctx) => listComments(ctx, taskId, { version: 1, after: 0, limit: 100 })))
    .comments;
const get = (url: string, cookie = review.editor.cookie) =>
  fetch(`${review.url}${url}`, { headers: { cookie } });

/** The frame number that a still shows. */
async function numberIn(url: string): Promise<number | undefined> {
  const ffmpeg = app.dependencies.tools.ffmpeg;
  if (!ffmpeg) throw new Error("No ffmpeg");
  const file = path.join(app.folder, `${randomUUID()}.jpg`);
  await writeFile(file, Buffer.from(await (await get(url)).arrayBuffer()));
  return (await readFrameNumbers(ffmpeg, file))[0];
}

it.each(["h264", "variable-rate"] as const)(
  "a still shows the frame of its comment and outlives the video (%s)",
  async (name) => {
    const taskId = await taskInReview(name);
    await comment(taskId, 17);
    await comment(taskId, 17);
    await comment(taskId, 40);
    const { change } = await as(review.editor, (ctx) => listChanges(ctx, taskId, { after: 0, limit: 100 }));
    expect((await commentsOf(taskId)).map(({ stillUrl }) => stillUrl)).toEqual([null, null, null]);
    await app.work();
    const caughtUp = await as(review.editor, (ctx) =>
      listChanges(ctx, taskId, { after: change, limit: 100 }),
    );
    expect(caughtUp.comments).toHaveLength(3);
    const version = await as(null, (ctx) => findTaskVersion(ctx, { taskId, number: 1 }));
    await as(null, (ctx) => deleteVideo(ctx, version?.videoId ?? ""));
    await app.work();
    const urls = (await commentsOf(taskId)).map(({ stillUrl }) => stillUrl ?? "");
    expect(urls[0]).toBe(urls[1]);
    expect([await numberIn(urls[0] ?? ""), await numberIn(urls[2] ?? "")]).toEqual([17, 40]);
  },
);

it("stills of a comment are a job of its author, those of a new version one of its editor", async () => {
  const taskId = await taskInReview("h264");
  await comment(taskId, 3);
  const usersOfJobs = () => app.queue.flatMap(({ job, userId }) => (job === makeStills.job ? [userId] : []));
  expect(usersOfJobs()).toEqual([review.creator.id]);
  app.queue.length = 0;
  const version = await as(null, (ctx) => findTaskVersion(ctx, { taskId, number: 1 }));
  await as(null, (ctx) => requestMissingStills(ctx, version?.videoId ?? ""));
  expect(usersOfJobs()).toEqual([review.editor.id]);
  await app.work();
});

it("a repeated job makes no second still", async () => {
  const taskId = await taskInReview("h264");
  await comment(taskId, 3);
  await as(null, (ctx) => ctx.enqueue(makeStills, { taskId, version: 1 }, { userId: review.creator.id }));
  await app.work();
  const urls = (await commentsOf(taskId)).map(({ stillUrl }) => stillUrl);
  await as(null, (ctx) => ctx.enqueue(makeStills, { taskId, version: 1 }, { userId: review.creator.id }));
  await app.work();
  expect((await commentsOf(taskId)).map(({ stillUrl }) => stillUrl)).toEqual(urls);
});

it("a still is only for the members of its task, and ends when the task is cancelled", async () => {
  const taskId = await taskInReview("h264");
  await comment(taskId, 3);
  await app.work();
  const [{ stillUrl } = { stillUrl: null }] = await commentsOf(taskId);
  const url = stillUrl ?? "";
  expect((await get(url)).status).toBe(200);
  const id = url.split("/")[4] ?? "";
  const mayRead = (personId: number, ofTask = taskId) =>
    as(null, (ctx) => mayReadCommentFile(ctx, { id, personId, owner: { kind: "comments", id: ofTask } }));
  expect(await mayRead(review.creator.id)).toBe(true);
  expect(await mayRead(review.otherEditor.id)).toBe(false);
  expect(await mayRead(review.creator.id, taskId + 1000)).toBe(false);
  expect((await get(url, review.otherEditor.cookie)).status).toBeGreaterThanOrEqual(403);
  await as(review.creator, (ctx) => cancelTask(ctx, taskId));
  await app.work();
  expect((await commentsOf(taskId)).map((each) => each.stillUrl)).toEqual([null]);
  expect((await get(url)).status).toBe(404);
});
