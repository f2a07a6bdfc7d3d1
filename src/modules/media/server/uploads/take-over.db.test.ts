import { randomBytes, randomUUID } from "node:crypto";
import { type ClientRequest, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import { after, second } from "#core/time.ts";
import { type Listening, startApp, type TestActor, type TestApp } from "#testing/start-app.ts";

import { openVideoUpload } from "../public/media.ts";
import { originalKey } from "../videos/object-keys.ts";
import { acquireLease } from "./queries.ts";

const content = randomBytes(3 * 1024 * 1024);
const [page, otherPage] = ["a".repeat(32), "b".repeat(32)];

let server: TestApp;
let editor: TestActor;
let first: Listening;
let other: Listening;
const pending = new Set<ClientRequest>();

beforeAll(async () => {
  server = await startApp();
  editor = await server.person("mira", "EDITOR");
});

afterAll(() => server.stop());

beforeEach(async () => {
  first = await server.listen({ storage: slowlyStored(server.storage) });
  other = await server.listen();
});

afterEach(async () => {
  for (const sent of pending) sent.destroy();
  pending.clear();
  await Promise.all([first.close(), other.close()]);
});

/** A store that takes its time to make the last bytes of a request durable, like a remote one. */
function slowlyStored(storage: ObjectStorage): ObjectStorage {
  const append: ObjectStorage["resumable"]["append"] = async (...piece) => {
    const appended = await storage.resumable.append(...piece);
    await wait(500);
    return appended;
  };
  return { ...storage, resumable: { ...storage.resumable, append } };
}

function open() {
  const file = { taskId: 1, fileName: "cut.mp4", bytes: content.length, type: "video/mp4" };
  return server.run(editor, (ctx) => openVideoUpload(ctx, { ...file, fingerprint: randomUUID() }));
}

const headers = (sender: string | null) => ({
  "tus-resumable": "1.0.0",
  cookie: editor.cookie,
  ...(sender !== null && { "upload-sender": sender }),
});

/** Whether a page may send now, as it asks before each body. */
async function turnOf(at: Listening, path: string, sender: string | null): Promise<number> {
  const check = { ...headers(sender), "upload-lock": "check" };
  return (await fetch(at.url + path, { method: "HEAD", headers: check })).status;
}

async function storedAt(at: Listening, path: string): Promise<number> {
  const answer = await fetch(at.url + path, { method: "HEAD", headers: headers(null) });
  return Number(answer.headers.get("upload-offset"));
}

/** Sends the first bytes and then nothing, with an open connection. */
async function sendHalf(at: Listening, path: string, sender: string | null) {
  const sent = request(at.url + path, {
    method: "PATCH",
    headers: {
      ...headers(sender),
      "content-type": "application/offset+octet-stream",
      "upload-offset": "0",
      "content-length": content.length,
    },
  });
  pending.add(sent);
  sent.on("error", () => undefined);
  sent.write(content.subarray(0, 1_000_000));
  await expect.poll(() => storedAt(other, path)).toBe(1_000_000);
  return sent;
}

async function sendRest(at: Listening, path: string, sender: string): Promise<void> {
  const offset = await storedAt(at, path);
  const body = content.subarray(offset);
  const piece = { "content-type": "application/offset+octet-stream", "upload-offset": String(offset) };
  const sent = { method: "PATCH", headers: { ...headers(sender), ...piece }, body };
  expect((await fetch(at.url + path, sent)).status).toBe(204);
}

const stored = async (videoId: string) => buffer(await server.storage.read(originalKey(videoId)));

describe("an interrupted upload", () => {
  it("is free for everybody once its server has stopped", async () => {
    const { uploadUrl } = await open();
    await sendHalf(first, uploadUrl, null);
    expect(await turnOf(other, uploadUrl, null)).toBe(423);
    await first.close();
    expect(await turnOf(other, uploadUrl, null)).toBe(200);
    expect(await storedAt(other, uploadUrl)).toBe(1_000_000);
  });

  it("continues through another server although its connection is open, from the same page only", async () => {
    const { uploadUrl, videoId } = await open();
    await sendHalf(first, uploadUrl, page);
    expect(await turnOf(other, uploadUrl, null)).toBe(423);
    expect(await turnOf(other, uploadUrl, otherPage)).toBe(423);
    expect(await turnOf(other, uploadUrl, page)).toBe(200);
    await sendRest(other, uploadUrl, page);
    expect((await stored(videoId)).equals(content)).toBe(true);
  });

  it("continues through the same server at once, from the same page only", async () => {
    const { uploadUrl, videoId } = await open();
    const sent = await sendHalf(other, uploadUrl, page);
    const timer = setInterval(() => sent.write(content.subarray(0, 10)), 20);
    expect(await turnOf(other, uploadUrl, otherPage)).toBe(423);
    expect(await turnOf(other, uploadUrl, page)).toBe(200);
    clearInterval(timer);
    expect(await stored(videoId).catch(() => null)).toBeNull();
  });

  it("continues at once after its server has died, from the same page only", async () => {
    const { uploadUrl, videoId } = await open();
    const now = new Date();
    const lease = {
      uploadId: videoId,
      writer: randomUUID(),
      sender: page,
      now,
      until: after(now, 600 * second),
    };
    await server.run(null, (ctx) => acquireLease(ctx.tx, lease));
    expect(await turnOf(other, uploadUrl, otherPage)).toBe(423);
    expect(await turnOf(other, uploadUrl, page)).toBe(200);
    await sendRest(other, uploadUrl, page);
    expect((await stored(videoId)).equals(content)).toBe(true);
  });
});
