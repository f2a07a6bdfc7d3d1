import { createHash, randomBytes, randomUUID } from "node:crypto";
import { request } from "node:http";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { StorageError } from "#adapters/object-storage/storage.ts";
import { on } from "#core/server/context.ts";
import { after, day } from "#core/time.ts";
import { uploadEnded, uploadProgressed, videoReceived } from "#modules/media/contract/videos.ts";
import { type Listening, startApp, type TestActor, type TestApp } from "#testing/start-app.ts";
import { rounds } from "#testing/tier.ts";

import { sweepWorker } from "../cleanup/sweep.ts";
import { deletionJobs } from "../deletion/jobs.ts";
import { refuseVideo } from "../preparation/failure.ts";
import { hashOriginal } from "../preparation/hash.ts";
import { hashWorker } from "../preparation/hash.ts";
import { openVideoUpload } from "../public/media.ts";
import { videos } from "../tables.ts";
import { originalKey } from "../videos/object-keys.ts";
import { acquireLease, findUpload } from "./queries.ts";
import { abandonVideoUpload } from "./video-uploads.ts";

const mebibyte = 1024 * 1024;
const content = randomBytes(5 * mebibyte + 123);
const sha256 = createHash("sha256").update(content).digest("hex");

let server: TestApp;
let http: Listening;
let editor: TestActor;
let stranger: TestActor;
const received: string[] = [];
const ended: string[] = [];
const progress: { videoId: string; received: number }[] = [];

beforeAll(async () => {
  server = await startApp({
    eventHandlers: [
      on(videoReceived, async (_ctx, { videoId }) => void received.push(videoId)),
      on(uploadProgressed, async (_ctx, report) => void progress.push(report)),
      on(uploadEnded, async (_ctx, { videoId }) => void ended.push(videoId)),
    ],
  });
  editor = await server.person("mira", "EDITOR");
  stranger = await server.person("oskar", "EDITOR");
  http = await server.listen();
});

afterAll(async () => {
  await http.close();
  await server.stop();
});

function open(more: { fingerprint?: string; bytes?: number; fileName?: string } = {}) {
  const announced = {
    taskId: 1,
    fileName: "cut.mp4",
    bytes: content.length,
    type: "video/mp4",
    fingerprint: randomUUID(),
  };
  return server.run(editor, (ctx) => openVideoUpload(ctx, { ...announced, ...more }));
}

function send(method: string, path: string, more: { as?: TestActor; headers?: object; body?: Buffer } = {}) {
  return fetch(http.url + path, {
    method,
    headers: {
      "tus-resumable": "1.0.0",
      cookie: (more.as ?? editor).cookie,
      ...(method === "PATCH" && { "content-type": "application/offset+octet-stream" }),
      ...more.headers,
    },
    ...(more.body && { body: more.body }),
  });
}

function patch(path: string, offset: number, body: Buffer, as = editor) {
  return send("PATCH", path, { as, body, headers: { "upload-offset": String(offset) } });
}

async function offsetOf(path: string): Promise<number> {
  const answer = await send("HEAD", path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("upload-length")).toBe(String(content.length));
  return Number(answer.headers.get("upload-offset"));
}

const upload = (videoId: string) => server.run(null, (ctx) => findUpload(ctx.tx, videoId));
const row = async (videoId: string) =>
  server.run(null, async (ctx) => (await ctx.tx.select().from(videos).where(eq(videos.id, videoId)))[0]);

async function storedHash(videoId: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of await server.storage.read(originalKey(videoId))) hash.update(piece);
  return hash.digest("hex");
}

describe("a resumable upload", () => {
  it("is received in pieces, completed by its last byte, and hashed as it is stored", async () => {
    const { uploadUrl, videoId, received: before } = await open();
    expect(before).toBe(0);
    expect(await offsetOf(uploadUrl)).toBe(0);
    const first = await patch(uploadUrl, 0, content.subarray(0, 2 * mebibyte));
    expect([first.status, first.headers.get("upload-offset")]).toEqual([204, String(2 * mebibyte)]);
    expect(received).not.toContain(videoId);
    const last = await patch(uploadUrl, 2 * mebibyte, content.subarray(2 * mebibyte));
    expect([last.status, last.headers.get("upload-offset")]).toEqual([204, String(content.length)]);
    expect(received.filter((id) => id === videoId)).toHaveLength(1);
    expect(await row(videoId)).toMatchObject({ state: "preparing", bytes: content.length });
    expect(await upload(videoId)).toBeNull();
    expect(await storedHash(videoId)).toBe(sha256);
    await server.run(null, (ctx) => ctx.enqueue(hashOriginal, { videoId }, { userId: null }));
    await server.work([hashWorker(server.dependencies)]);
    expect(await row(videoId)).toMatchObject({ sha256 });
    expect(await offsetOf(uploadUrl)).toBe(content.length);
  });

  it("has the name of its file, without the client's path", async () => {
    const { videoId } = await open({ fileName: "C:\\cuts\\../\u202eday one\u0007.mp4" });
    expect(await row(videoId)).toMatchObject({ fileName: "day one.mp4" });
  });

  it("refuses a piece at another offset and keeps the stored bytes", async () => {
    const { uploadUrl } = await open();
    await patch(uploadUrl, 0, content.subarray(0, 1000));
    for (const offset of [0, 999, 1001, 50_000]) {
      const refused = await patch(uploadUrl, offset, content.subarray(0, 1000));
      expect(refused.status).toBe(409);
      expect(await refused.json()).toMatchObject({ code: "upload_offset" });
    }
    expect(await offsetOf(uploadUrl)).toBe(1000);
    expect((await send("PATCH", uploadUrl, { body: content.subarray(0, 9) })).status).toBe(409);
  });

  it("does not exist for other users", async () => {
    const { uploadUrl } = await open();
    await patch(uploadUrl, 0, content.subarray(0, 1000));
    expect((await send("HEAD", uploadUrl, { as: stranger })).status).toBe(404);
    expect((await patch(uploadUrl, 1000, content.subarray(1000), stranger)).status).toBe(404);
    expect((await send("DELETE", uploadUrl, { as: stranger })).status).toBe(404);
    expect((await send("HEAD", uploadUrl, { headers: { cookie: "" } })).status).toBe(401);
    expect((await send("HEAD", `${uploadUrl.slice(0, -1)}x`)).status).toBe(404);
    expect(await offsetOf(uploadUrl)).toBe(1000);
  });

  it("is not started by a progress request, which would disturb its sender", async () => {
    const { uploadUrl, videoId } = await open();
    expect(await offsetOf(uploadUrl)).toBe(0);
    const stored = server.storage.resumable.received(originalKey(videoId));
    await expect(stored).rejects.toMatchObject({ code: "missing" });
  });

  it.each([
    ["first", 5 * mebibyte],
    ["only", content.length],
  ])("accepts its %s bytes during progress requests", async (_which, bytes) => {
    const answers = [];
    for (let round = 0; round < 4 * rounds; round += 1) {
      const { uploadUrl } = await open();
      const sending = patch(uploadUrl, 0, content.subarray(0, bytes));
      const asking = Array.from({ length: 12 }, (_, at) => wait(2 * at).then(() => send("HEAD", uploadUrl)));
      answers.push((await sending).status);
      await Promise.all(asking);
    }
    expect(new Set(answers)).toEqual(new Set([204]));
  });

  it("refuses bytes beyond the declared size", async () => {
    const { uploadUrl } = await open({ bytes: 1000 });
    expect((await patch(uploadUrl, 0, content.subarray(0, 1001))).status).toBe(413);
  });

  it("refuses another protocol version and another content type", async () => {
    const { uploadUrl } = await open();
    const version = await send("HEAD", uploadUrl, { headers: { "tus-resumable": "0.2.0" } });
    expect([version.status, version.headers.get("tus-version")]).toEqual([412, "1.0.0"]);
    const type = { "content-type": "text/plain", "upload-offset": "0" };
    const refused = await send("PATCH", uploadUrl, { headers: type, body: Buffer.from("text") });
    expect(refused.status).toBe(415);
    expect(await offsetOf(uploadUrl)).toBe(0);
    expect((await send("OPTIONS", uploadUrl)).headers.get("tus-extension")).toBe("termination");
  });

  it("continues after a lost connection", async () => {
    const { uploadUrl } = await open();
    await breakOff(uploadUrl, 0, content.subarray(0, 3 * mebibyte));
    const offset = await until(async () => (await offsetOf(uploadUrl)) || null);
    expect(offset).toBeLessThanOrEqual(3 * mebibyte);
    const rest = await patchWhenFree(uploadUrl, content);
    expect(rest.status).toBe(204);
    expect(await offsetOf(uploadUrl)).toBe(content.length);
  });

  it("refuses a second sender while the first is active", async () => {
    const { uploadUrl } = await open();
    const trickle = request(http.url + uploadUrl, {
      method: "PATCH",
      headers: pieceHeaders(0, content.length),
    });
    trickle.on("error", () => undefined);
    const timer = setInterval(() => trickle.write(content.subarray(0, 1000)), 50);
    await until(async () => (await offsetOf(uploadUrl)) || null);
    const offset = await offsetOf(uploadUrl);
    const asking = await send("HEAD", uploadUrl, { headers: { "Upload-Lock": "check" } });
    expect(asking.status).toBe(423);
    const beside = await patch(uploadUrl, offset, content.subarray(offset, offset + 10));
    expect([409, 423]).toContain(beside.status);
    clearInterval(timer);
    // Its connection stays open without sending: the next sender is accepted.
    const taken = await patchWhenFree(uploadUrl, content);
    expect(taken.status).toBe(204);
    trickle.destroy();
  });

  it("is found again by the same file, with its stored bytes", async () => {
    const fingerprint = randomUUID();
    const first = await open({ fingerprint });
    await patch(first.uploadUrl, 0, content.subarray(0, 1_000_000));
    expect(await open({ fingerprint })).toEqual({ ...first, received: 1_000_000 });
    const other = await open({ fingerprint: randomUUID() });
    expect(other.videoId).not.toBe(first.videoId);
  });

  it("continues after the server was killed, even between its last byte and its completion", async () => {
    const { uploadUrl, videoId } = await open();
    await patch(uploadUrl, 0, content.subarray(0, 4_000_000));
    await server.storage.resumable.append(
      originalKey(videoId),
      4_000_000,
      Readable.from([content.subarray(4_000_000)]),
    );
    await server.storage.resumable.finish(originalKey(videoId));
    expect(await row(videoId)).toMatchObject({ state: "receiving" });
    await http.close();
    http = await server.listen();
    expect(await offsetOf(uploadUrl)).toBe(content.length);
    expect(await row(videoId)).toMatchObject({ state: "preparing" });
    expect(received.filter((id) => id === videoId)).toHaveLength(1);
  });

  it("is completed by the sweep when no client returns", async () => {
    const { videoId } = await open();
    const key = originalKey(videoId);
    await server.storage.resumable.begin(key);
    await server.storage.resumable.append(key, 0, Readable.from([content]));
    // The sender's process has crashed without releasing its lease.
    const now = new Date();
    const lease = { uploadId: videoId, writer: randomUUID(), sender: null, now, until: after(now, -1) };
    await server.run(null, (ctx) => acquireLease(ctx.tx, lease));
    const sweep = sweepWorker(server.dependencies);
    await sweep.work({}, new AbortController().signal);
    expect(await row(videoId)).toMatchObject({ state: "preparing" });
    expect(received).toContain(videoId);
  });

  it("is cancelled by its uploader and leaves nothing", async () => {
    const { uploadUrl, videoId } = await open();
    await patch(uploadUrl, 0, content.subarray(0, 1000));
    expect((await send("DELETE", uploadUrl)).status).toBe(204);
    expect(ended).toContain(videoId);
    expect((await send("HEAD", uploadUrl)).status).toBe(410);
    expect((await patch(uploadUrl, 1000, content.subarray(1000))).status).toBe(410);
    await server.work(deletionJobs(server.dependencies));
    await expect(server.storage.resumable.received(originalKey(videoId))).rejects.toMatchObject({
      code: "missing",
    });
  });

  /** Sends everything to a store with the given `finish`. */
  async function expectOver(uploadUrl: string, finish: (key: string) => Promise<void>) {
    const resumable = { ...server.storage.resumable, finish };
    const late = await server.listen({ storage: { ...server.storage, resumable } });
    const headers = pieceHeaders(0, content.length);
    const answer = await fetch(late.url + uploadUrl, { method: "PATCH", headers, body: content });
    expect([answer.status, await answer.json()]).toMatchObject([410, { code: "upload_ended" }]);
    await late.close();
  }

  it("has ended for the sender of its last bytes when it was cancelled just before", async () => {
    const { uploadUrl, videoId } = await open();
    const { resumable } = server.storage;
    const finish = async (key: string) => {
      await server.run(editor, (ctx) => abandonVideoUpload(ctx, videoId));
      await server.work(deletionJobs(server.dependencies));
      return resumable.finish(key);
    };
    await expectOver(uploadUrl, finish);
    expect(await server.storage.stat(originalKey(videoId))).toBeNull();
  });

  it("has ended while its stored bytes are not removed yet", async () => {
    const { uploadUrl, videoId } = await open();
    const { resumable } = server.storage;
    const finish = async (key: string) => {
      await resumable.finish(key);
      await server.run(editor, (ctx) => abandonVideoUpload(ctx, videoId));
    };
    await expectOver(uploadUrl, finish);
    expect(await server.storage.stat(originalKey(videoId))).toBeNull();
    expect(received).not.toContain(videoId);
  });

  it("is complete for its sender even if its file was refused just afterwards", async () => {
    const { uploadUrl, videoId } = await open();
    await patch(uploadUrl, 0, content);
    await server.run(null, (ctx) => refuseVideo(ctx, videoId, { code: "not_a_video" }));
    expect(await offsetOf(uploadUrl)).toBe(content.length);
    expect((await patch(uploadUrl, 0, content)).status).toBe(410);
    expect((await send("DELETE", uploadUrl)).status).toBe(410);
  });

  it("expires after seven days without a byte", async () => {
    const { uploadUrl, videoId } = await open();
    await patch(uploadUrl, 0, content.subarray(0, 1000));
    const sweep = sweepWorker(server.dependencies);
    server.setNow(after(new Date(), 6 * day));
    await sweep.work({}, new AbortController().signal);
    expect(await row(videoId)).toMatchObject({ state: "receiving" });
    server.setNow(after(new Date(), 8 * day));
    await sweep.work({}, new AbortController().signal);
    server.setNow(null);
    expect(await row(videoId)).toMatchObject({ state: "deleted" });
    expect(await upload(videoId)).toBeNull();
    expect(ended).toContain(videoId);
    expect((await send("HEAD", uploadUrl)).status).toBe(410);
  });
});

describe("one long request", () => {
  it("is recorded and reported as it arrives, and aborted when its sender is logged out", async () => {
    const { uploadUrl, videoId } = await open();
    const slow = sendSlowly(http.url + uploadUrl);
    await expect
      .poll(() => upload(videoId))
      .toMatchObject({ received: expect.toSatisfy((bytes) => bytes > 0) });
    const reports = () => progress.filter((report) => report.videoId === videoId && report.received > 0);
    await expect.poll(reports).toMatchObject([{ taskId: 1, bytes: content.length }]);
    await server.signOut(editor);
    await slow.ended;
    expect((await send("HEAD", uploadUrl)).status).toBe(401);
    editor = await server.person("mira again", "EDITOR");
  });

  it("is aborted when its upload is cancelled elsewhere", async () => {
    const { uploadUrl, videoId } = await open();
    const slow = sendSlowly(http.url + uploadUrl);
    await until(async () => (await offsetOf(uploadUrl)) || null);
    await server.run(editor, (ctx) => abandonVideoUpload(ctx, videoId));
    await slow.ended;
    expect((await send("HEAD", uploadUrl)).status).toBe(410);
  });

  it("is aborted with an error when the rest no longer fits on the disk", async () => {
    let free = Infinity;
    const filling = await server.listen({ storage: { ...server.storage, freeBytes: async () => free } });
    const { uploadUrl } = await open();
    const slow = sendSlowly(filling.url + uploadUrl);
    await until(async () => (await offsetOf(uploadUrl)) || null);
    free = 0;
    await slow.ended;
    const asked = await fetch(filling.url + uploadUrl, { method: "HEAD", headers: pieceHeaders(0, 0) });
    expect(asked.status).toBe(507);
    await filling.close();
    expect(await offsetOf(uploadUrl)).toBeGreaterThan(0);
  });
});

describe("a server without disk space", () => {
  it("still expires inactive uploads, and is not blocked by a failing one", async () => {
    const broken = await open();
    const idle = await open();
    await patch(idle.uploadUrl, 0, content.subarray(0, 1000));
    const { resumable } = server.storage;
    const storage = {
      ...server.storage,
      freeBytes: async () => 0,
      resumable: {
        ...resumable,
        received: async (key: string) => {
          if (key === originalKey(broken.videoId)) throw new StorageError("unavailable", "A bad disk.");
          return resumable.received(key);
        },
      },
    };
    const sweep = sweepWorker({ ...server.dependencies, storage });
    server.setNow(after(new Date(), 8 * day));
    await expect(sweep.work({}, new AbortController().signal)).rejects.toThrow(AggregateError);
    server.setNow(null);
    expect(await row(idle.videoId)).toMatchObject({ state: "deleted" });
    expect(await row(broken.videoId)).toMatchObject({ state: "receiving" });
  });

  it("reports it to progress requests, and refuses a piece before its first byte", async () => {
    const storage = { ...server.storage, freeBytes: async () => content.length };
    const full = await server.listen({ storage });
    const { uploadUrl } = await open();
    const asked = await fetch(full.url + uploadUrl, { method: "HEAD", headers: pieceHeaders(0, 0) });
    expect(asked.status).toBe(507);
    const headers = pieceHeaders(0, 1000);
    const answer = await fetch(full.url + uploadUrl, {
      method: "PATCH",
      headers,
      body: content.subarray(0, 1000),
    });
    expect([answer.status, await answer.json()]).toEqual([
      507,
      {
        code: "no_space",
        message:
          "The server does not have enough disk space for this file. Nothing was lost. Try again later.",
      },
    ]);
    await full.close();
    expect(await offsetOf(uploadUrl)).toBe(0);
  });
});

function pieceHeaders(offset: number, length: number) {
  return {
    "tus-resumable": "1.0.0",
    cookie: editor.cookie,
    "content-type": "application/offset+octet-stream",
    "content-length": String(length),
    "upload-offset": String(offset),
  };
}

/** Sends the first bytes of a piece and closes the connection. */
async function breakOff(path: string, offset: number, bytes: Buffer): Promise<void> {
  const cut = request(http.url + path, { method: "PATCH", headers: pieceHeaders(offset, content.length) });
  cut.on("error", () => undefined);
  await new Promise((resolve) => cut.write(bytes, resolve));
  cut.destroy();
}

/** Sends a whole file slowly until the server responds. */
function sendSlowly(url: string): { ended: Promise<void> } {
  const slow = request(url, { method: "PATCH", headers: pieceHeaders(0, content.length) });
  const timer = setInterval(() => slow.write(content.subarray(0, 1000)), 50);
  const ended = new Promise<void>((resolve) => slow.on("response", () => resolve())).finally(() => {
    clearInterval(timer);
    slow.destroy();
  });
  slow.on("error", () => undefined);
  return { ended };
}

async function until<T>(ask: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const found = await ask();
    if (found !== null) return found;
    await wait(50);
  }
}

/** Behaves like a tus client: requests the offset, sends the rest, and retries while another one sends. */
function patchWhenFree(path: string, whole: Buffer): Promise<Response> {
  return until(async () => {
    const offset = await offsetOf(path);
    const answer = await patch(path, offset, whole.subarray(offset));
    return [409, 423].includes(answer.status) ? null : answer;
  });
}
