import { randomBytes, randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { signedIn } from "#core/permission.ts";
import { bindEndpoints } from "#core/server/bind-endpoints.ts";
import { after, hour } from "#core/time.ts";
import { type Listening, startApp, type TestActor, type TestApp } from "#testing/start-app.ts";

import { sweepWorker } from "../cleanup/sweep.ts";
import { deletionJobs } from "../deletion/jobs.ts";
import { claimVideo, downloadAddress, openVideoUpload } from "../public/media.ts";
import { originalKey } from "../videos/object-keys.ts";
import { findVideo } from "../videos/queries.ts";

const received = z.object({ id: z.string(), name: z.string(), bytes: z.number(), type: z.string() });
const endpoints = {
  send: endpoint({
    method: "POST",
    path: "/try/send-video",
    permission: signedIn,
    summary: "Takes a video",
    form: {
      fields: z.object({}),
      files: { video: { kind: "video", maxBytes: "upload-limit", maxFiles: 1 } },
    },
    response: z.array(received),
    message: "Form received.",
  }),
};

let server: TestApp;
let http: Listening;
let owner: TestActor;
let stranger: TestActor;

beforeAll(async () => {
  server = await startApp();
  owner = await server.person("mira", "EDITOR");
  stranger = await server.person("oskar", "EDITOR");
  http = await server.listen({
    register: (app, binding) =>
      bindEndpoints(app, "try", endpoints, { send: async ({ files }) => files.video }, binding),
  });
});
afterAll(async () => {
  await http.close();
  await server.stop();
});

interface Answer {
  status: number;
  data: z.output<typeof received>[];
  message: string;
}

async function send(name: string, type: string, bytes: Buffer): Promise<Answer> {
  const form = new FormData();
  form.append("video", new File([new Uint8Array(bytes)], name, { type }));
  const headers = { cookie: owner.cookie };
  const answer = await fetch(`${http.url}/api/v1/try/send-video`, { method: "POST", headers, body: form });
  const body: Omit<Answer, "status"> = JSON.parse(await answer.text());
  return { ...body, status: answer.status };
}

async function sendOne(name: string, type: string, bytes: Buffer) {
  const answer = await send(name, type, bytes);
  const [file] = answer.data ?? [];
  if (answer.status !== 200 || !file) throw new Error(answer.message);
  return file;
}

const mp4 = (bytes: number) =>
  Buffer.concat([Buffer.from("\x00\x00\x00\x18ftypmp42", "latin1"), randomBytes(bytes - 12)]);
const noFormat = () => Buffer.concat([Buffer.alloc(16, 1), randomBytes(500)]);

describe("a video in a form", () => {
  it("becomes a video when its uploader's action claims it, once", async () => {
    const bytes = mp4(100_000);
    const file = await sendOne("cut.mp4", "video/mp4", bytes);
    const claimed = { fileId: file.id, taskId: 7 };
    await expect(server.run(stranger, (ctx) => claimVideo(ctx, claimed))).rejects.toMatchObject({
      status: 404,
    });
    await server.run(owner, (ctx) => claimVideo(ctx, claimed));
    expect(await server.run(null, (ctx) => findVideo(ctx.tx, file.id))).toMatchObject({
      taskId: 7,
      state: "preparing",
      bytes: bytes.length,
      fileName: "cut.mp4",
    });
    await expect(server.run(owner, (ctx) => claimVideo(ctx, claimed))).rejects.toMatchObject({ status: 404 });
  });

  it.each([
    ["cut.txt", "text/plain", Buffer.from("text")],
    ["cut.mp4", "video/mp4", Buffer.from("a text with the name of a video")],
    ["cut.ts", "video/mp2t", Buffer.from("export const cut = 1;")],
    ["report.pdf", "application/octet-stream", randomBytes(100)],
  ])("is refused when it is none: %s, %s", async (name, type, content) => {
    const { status, message } = await send(name, type, content);
    expect([status, message]).toEqual([415, "Please upload a video file"]);
  });

  it.each([
    ["C0001_A.MXF", "", "application/mxf"],
    ["00001.MTS", "application/octet-stream", "video/mp2t"],
    ["stream.m2v", "text/plain", "video/mpeg"],
    ["cut.mkv", "video/matroska", "video/x-matroska"],
  ])("has the type of its name, whatever the browser states: %s", async (name, stated, type) => {
    const file = await sendOne(name, stated, noFormat());
    const video = await server.run(null, (ctx) => findVideo(ctx.tx, file.id));
    expect(video).toMatchObject({ fileName: name, type });
  });

  it("has the type of its content where its name has none", async () => {
    const file = await sendOne("C0001", "", mp4(1000));
    expect(await server.run(null, (ctx) => findVideo(ctx.tx, file.id))).toMatchObject({
      fileName: "C0001",
      type: "video/mp4",
    });
  });

  it("is refused when it is empty", async () => {
    expect((await send("cut.mp4", "video/mp4", Buffer.alloc(0))).status).toBe(422);
  });

  it("expires when no action claims it", async () => {
    const file = await sendOne("cut.mp4", "video/mp4", mp4(1000));
    server.setNow(after(new Date(), 2 * hour));
    server.queue.push({ job: "media.sweep", data: {}, when: undefined });
    await server.work([sweepWorker(server.dependencies), ...deletionJobs(server.dependencies)]);
    server.setNow(null);
    expect(await server.storage.stat(originalKey(file.id))).toBeNull();
  });
});

describe("a resumable upload", () => {
  const open = (fileName: string, type = "") =>
    server.run(owner, (ctx) =>
      openVideoUpload(ctx, { taskId: 1, fileName, type, bytes: 1000, fingerprint: randomUUID() }),
    );

  it.each([
    ["tape.mxf", "application/mxf"],
    ["00001.MTS", "video/mp2t"],
    ["C0001", "application/octet-stream"],
    ["👨‍👩‍👧_final__v2.mov", "video/quicktime"],
  ])("keeps the name of its file and has the type of it: %s", async (fileName, type) => {
    const { videoId } = await open(fileName);
    expect(await server.run(null, (ctx) => findVideo(ctx.tx, videoId))).toMatchObject({ fileName, type });
  });

  it("is refused for a file that is no video by its name", async () => {
    await expect(open("report.pdf", "application/pdf")).rejects.toMatchObject({
      status: 415,
      message: "Please upload a video file",
    });
  });
});

describe("a downloaded original", () => {
  it.each([
    ["shot_01__final.MXF", "application/mxf", "shot_01__final.MXF"],
    ["👨‍👩‍👧 cafe\u0301.mkv", "video/x-matroska", "👨‍👩‍👧 cafe\u0301.mkv"],
    ["A001.ts", "video/mp2t", "A001.ts"],
  ])("saves the original with the name of the uploaded file: %s", async (name, type, saved) => {
    const { id } = await sendOne(name, "", noFormat());
    const address = await server.run(owner, (ctx) => downloadAddress(ctx, id, null));
    const answer = await fetch(http.url + address, { headers: { cookie: owner.cookie } });
    expect(answer.headers.get("content-type")).toBe(type);
    const disposition = answer.headers.get("content-disposition") ?? "";
    expect(disposition).toMatch(/^attachment; /);
    expect(decodeURIComponent(/filename\*=UTF-8''(\S+)/.exec(disposition)?.[1] ?? "")).toBe(saved);
  });
});
