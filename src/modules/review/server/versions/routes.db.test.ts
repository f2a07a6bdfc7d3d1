import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { apiBase } from "#core/endpoint-address.ts";
import { createTask } from "#modules/tasks/server/tasks/task-form.ts";
import { type ReviewScenario, reviewScenario } from "#testing/review-scenario.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";
import { taskForm } from "#testing/task-form.ts";

import { rejectVersion } from "../public/reject-version.ts";
import { listTaskVersions } from "./preview.ts";

let app: TestApp;
let review: ReviewScenario;

beforeAll(async () => {
  app = await startApp();
  review = await reviewScenario(app);
});
afterAll(async () => {
  await review.close();
  await app.stop();
});

async function newTask(): Promise<number> {
  const form = taskForm({ assignedTo: "mira" });
  const { id } = await app.run(review.creator, (ctx) => createTask(ctx, form));
  return id;
}

async function get(path: string) {
  const reply = await app.app.inject({
    url: apiBase + path,
    headers: { cookie: review.creator.cookie },
  });
  return { status: reply.statusCode, ...reply.json() };
}

describe("the specified review calls", () => {
  it("return the URL of the video that can be watched", async () => {
    const taskId = await newTask();
    const path = `/task/video-preview/${taskId}`;
    expect(await get(path)).toMatchObject({ status: 404, message: "There is no video to review yet." });
    await review.send(taskId);
    await app.work();
    const { data: url } = await get(path);
    const video = await app.app.inject({ url, headers: { cookie: review.creator.cookie } });
    expect([video.statusCode, video.headers["content-type"]]).toEqual([200, "video/mp4"]);
    expect((await get(`/task/preview/${taskId}`)).data).toMatchObject({
      taskTitle: expect.any(String),
      editor: { name: "mira" },
      editedVideoUrl: expect.stringContaining("/media/"),
    });
  });

  it("return a certain version, also one that was replaced", async () => {
    const taskId = await newTask();
    await review.send(taskId);
    await app.work();
    await app.run(review.creator, (ctx) =>
      rejectVersion(ctx, { taskId, version: 1, feedback: "Louder", openComments: 0 }),
    );
    await review.send(taskId, "h264-25");
    await app.work();
    const path = `/task/preview/${taskId}`;
    expect((await get(path)).data).toMatchObject({
      version: { number: 2, state: "in_review" },
      current: null,
      playback: { fileName: "h264-25.mp4" },
    });
    expect((await get(`${path}?version=1`)).data).toMatchObject({
      version: { number: 1, feedback: "Louder" },
      current: { number: 2 },
      playback: { state: "deleted", kept: "original" },
    });
    expect((await get(`${path}?version=2`)).data).toMatchObject({ version: { number: 2 }, current: null });
    expect(await get(`${path}?version=3`)).toMatchObject({
      status: 404,
      message: "This task has no such version.",
    });
    expect(await get(`${path}?version=0`)).toMatchObject({ status: 422 });
  });

  it.each([
    "/task/video-preview/",
    "/task/video-preview/abc",
    "/task/video-preview/0",
    "/task/preview/abc",
    "/task/versions/1.5",
    "/task/fetch-task/-1",
    "/task/rating/abc",
  ])("report the missing or invalid id of %s", async (path) => {
    expect(await get(path)).toMatchObject({ status: 422, message: "Task ID is invalid or missing" });
  });

  it("refuse a text that is sent as a video in the response", async () => {
    const taskId = await newTask();
    const sent = await review.send(taskId, "text");
    expect(sent).toMatchObject({ status: 415, message: "Please upload a video file" });
    expect(await app.run(review.creator, (ctx) => listTaskVersions(ctx, taskId))).toEqual([]);
  });
});
