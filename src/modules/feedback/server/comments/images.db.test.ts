import { randomUUID } from "node:crypto";

import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";

import { endpointAddress } from "#core/endpoint-address.ts";
import { feedbackEndpoints, type Comment } from "#modules/feedback/contract/comments.ts";
import { maxImages } from "#modules/feedback/rules/comments.ts";
import { createTask } from "#modules/tasks/server/tasks/task-form.ts";
import { type ReviewScenario, reviewScenario } from "#testing/review-scenario.ts";
import { addVersionInReview } from "#testing/reviewed-version.ts";
import { startApp, type TestActor, type TestApp } from "#testing/start-app.ts";
import { taskForm } from "#testing/task-form.ts";

import { deleteComment } from "../public/feedback.ts";
import { listComments } from "./lists.ts";

let app: TestApp;
let review: ReviewScenario;
let taskId: number;

beforeAll(async () => {
  app = await startApp();
  review = await reviewScenario(app);
  const task = await app.run(review.creator, (ctx) => createTask(ctx, taskForm({ assignedTo: "mira" })));
  taskId = task.id;
  await addVersionInReview(app.db, { taskId, editorId: review.editor.id });
});
afterAll(async () => {
  await review.close();
  await app.stop();
});

async function send(count: number, id: string = randomUUID()) {
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const form = new FormData();
  const shapes = [{ kind: "pen", color: "red", width: 0.01, points: [[0.1, 0.2]] }];
  const fields = { id, version: "1", inFrame: "4", outFrame: "4", drawing: JSON.stringify({ shapes }) };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (let at = 0; at < count; at += 1) {
    form.append("images", new File([new Uint8Array(png)], `frame-${at}.png`, { type: "image/png" }));
  }
  const address = endpointAddress(feedbackEndpoints.addCommentWithImages, { params: { id: taskId } });
  const answer = await fetch(review.url + address, {
    method: "POST",
    headers: { cookie: review.creator.cookie },
    body: form,
  });
  return { status: answer.status, body: (await answer.json()) as { data: Comment } };
}

const statusOf = async (url: string | undefined, reader: TestActor) =>
  (await fetch(review.url + String(url), { headers: { cookie: reader.cookie } })).status;

it("images of a comment are readable by both members until it is deleted", async () => {
  const { status, body } = await send(2);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ inFrame: 4, text: "", drawing: { shapes: [{ kind: "pen" }] } });
  const page = { version: 1, after: 0, limit: 10 };
  const { comments } = await app.run(review.editor, (ctx) => listComments(ctx, taskId, page));
  const [own, received] = [body.data.images[0], comments[0]?.images[0]];
  expect(await Promise.all([statusOf(own, review.creator), statusOf(received, review.editor)])).toEqual([
    200, 200,
  ]);
  await app.run(review.creator, (ctx) => deleteComment(ctx, { taskId, commentId: body.data.id }));
  await app.work();
  await expect.poll(() => statusOf(received, review.editor)).toBe(404);
});

it("a repeated comment with images is stored once, with at most 4 images", async () => {
  const id = randomUUID();
  const answers = [await send(1, id), await send(1, id)];
  expect(answers.map(({ status, body }) => [status, body.data.sequence])).toEqual([
    [200, 2],
    [200, 2],
  ]);
  expect((await send(maxImages + 1)).status).toBe(422);
});
