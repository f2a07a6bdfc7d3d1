import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { apiBase } from "#core/endpoint-address.ts";
import type { Input } from "#core/endpoint.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { authorizeInSandbox } from "#testing/sandbox.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

import { deliveriesEndpoints } from "../contract/deliveries.ts";
import { destinationsEndpoints } from "../contract/destinations.ts";
import { detailsEndpoints } from "../contract/details.ts";
import { startEndpoints } from "../contract/start.ts";
import { defaultOptions } from "../rules/options.ts";
import { detailPresets } from "./tables.ts";

let app: TestApp;
let creator: Person;
let otherCreator: Person;
let taskId: number;

beforeAll(async () => {
  app = await startApp();
  creator = await app.join("konkan", "YOUTUBER");
  otherCreator = await app.join("physics", "YOUTUBER");
  await app.join("anika", "EDITOR");
  const fields = { taskTitle: "a", workDescription: "b", deadline: "2026-11-24", assignedTo: "anika" };
  const created = await creator.call(tasksEndpoints.createTask, { form: { fields, files: {} } });
  taskId = created.data.id;
});
afterAll(() => app.stop());

type Fields = Input<typeof detailsEndpoints.updateMetaData>["form"]["fields"];

const save = (more: Partial<Fields> = {}, person = creator, thumbnail: File[] = []) =>
  person.call(detailsEndpoints.updateMetaData, {
    form: {
      fields: { taskId, title: "Monsoon", description: "Rain.", madeForKids: "false", tags: "[]", ...more },
      files: { thumbnail },
    },
  });

async function post(path: string, body: unknown, person = creator) {
  const headers = { cookie: person.cookie };
  const reply = await app.app.inject({
    method: "POST",
    url: apiBase + path,
    headers,
    payload: body as object,
  });
  return { status: reply.statusCode, ...reply.json() };
}

describe("the specified publishing calls", () => {
  it("save the video's details and return the task under both names", async () => {
    const answer = await save({ tags: '["rain"]', madeForKids: "true" });
    expect(answer).toMatchObject({
      status: 200,
      message: "youtube video details updated successfully",
      data: { title: "Monsoon", description: "Rain.", tags: ["rain"], madeForKids: true },
    });
  });

  it.each([
    [{ title: " " }, "video title is required"],
    [{ description: "" }, "video description is required"],
    [{ title: "x".repeat(101) }, "Use at most 100 characters in the title."],
    [{ description: "a < b" }, "Remove < and > from the description: YouTube doesn't allow them."],
  ])("refuse %j with a message", async (wrong, message) => {
    expect(await save(wrong)).toMatchObject({ status: 422, message });
  });

  it.each(["summary", "progress", "status"])("report an invalid id at %s", async (name) => {
    const url = `${apiBase}/yt-upload/${name}/abc`;
    const reply = await app.app.inject({ url, headers: { cookie: creator.cookie } });
    expect([reply.statusCode, reply.json()]).toMatchObject([422, { message: "Invalid Task ID" }]);
  });

  it("report an invalid id of the saved details and of the authorization", async () => {
    expect(await save({ taskId: "x" })).toMatchObject({ status: 422, message: "Invalid Task ID" });
    const asked = await creator.call(destinationsEndpoints.authorize, { query: { taskId: "x" } });
    expect(asked).toMatchObject({ status: 422, message: "Invalid Task ID" });
  });

  it("refuse a thumbnail of 2 MB", async () => {
    const large = new File([Buffer.alloc(2 * 1024 * 1024)], "large.png", { type: "image/png" });
    expect(await save({}, creator, [large])).toMatchObject({
      status: 413,
      message: "Image should be less than 2 MB",
    });
  });

  it.each([
    ["/yt-upload/get-accessToken", { taskId: 1 }, "no code was provided"],
    ["/yt-upload/get-accessToken", { code: "x" }, "no taskId was provided"],
    ["/yt-upload/start-session", {}, "no taskId was provided"],
    ["/yt-upload/get-accessToken", { code: "x", taskId: "x" }, "Invalid Task ID"],
    ["/yt-upload/start-session", { taskId: 0 }, "Invalid Task ID"],
    ["/yt-upload/retry", {}, "Invalid Task ID"],
  ])("report at %s with %j what is missing or invalid", async (path, body, message) => {
    expect(await post(path, body)).toMatchObject({ status: 422, message });
  });

  it("return presets with texts that earlier versions accepted", async () => {
    const tags = ["a <b>", "x".repeat(600), "\u200b"];
    const { recordingDate: _date, ...options } = defaultOptions;
    const details = { description: "\u0001".repeat(6000), tags, madeForKids: false, options };
    const row = { id: randomUUID(), personId: creator.user.id, name: "\u200b", details };
    await app.db.insert(detailPresets).values(row);
    const { personId: _person, ...preset } = row;
    expect(await creator.call(detailsEndpoints.presets, {})).toMatchObject({ status: 200, data: [preset] });
  });

  it("connect a channel through the consent screen, and skip it from then on", async () => {
    const first = await creator.call(destinationsEndpoints.authorize, { query: {} });
    const { code } = await authorizeInSandbox(first.data);
    const connected = await post("/yt-upload/get-accessToken", { code, taskId });
    expect(connected).toMatchObject({
      status: 200,
      message: "Successfully authorized to start video upload session",
      data: { channel: { title: expect.any(String) } },
    });
    const again = await creator.call(destinationsEndpoints.authorize, { query: {} });
    expect(again.data).toBe("http://localhost:3000/yt-startUpload");
  });

  it("refuse to start an unapproved version, and return 404 for the progress before a start", async () => {
    expect(await post("/yt-upload/start-session", { taskId })).toMatchObject({
      status: 409,
      code: "not_approved",
    });
    const progress = await creator.call(deliveriesEndpoints.progress, { params: { taskId } });
    expect(progress).toMatchObject({ status: 404, code: "not_started" });
    const summary = await creator.call(startEndpoints.summary, { params: { taskId } });
    expect(summary).toMatchObject({ status: 409, code: "not_approved" });
  });

  it("return 404 to other creators", async () => {
    const answers = await Promise.all([
      save({}, otherCreator),
      otherCreator.call(deliveriesEndpoints.progress, { params: { taskId } }),
      otherCreator.call(startEndpoints.summary, { params: { taskId } }),
      post("/yt-upload/start-session", { taskId }, otherCreator),
      post("/yt-upload/retry", { taskId }, otherCreator),
      post("/yt-upload/get-accessToken", { code: "x", taskId }, otherCreator),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
  });
});
