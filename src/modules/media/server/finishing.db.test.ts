import { randomBytes, randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import { type ObjectStorage, StorageError } from "#adapters/object-storage/storage.ts";
import type { Actor } from "#core/server/context.ts";
import { type Listening, type MediaServer, startMediaServer } from "#testing/media-server.ts";

import type { OpenUpload } from "../contract.ts";
import { openVideoUpload } from "./actions.ts";
import { clearingWorkers } from "./jobs/clear.ts";
import { originalKey, videoFolder } from "./keys.ts";
import { findVideo } from "./store/videos.ts";

let server: MediaServer;
let storage: ObjectStorage;
let http: Listening;
let editor: Actor;

/** The store makes one file of the parts when this says so. */
let finish: PromiseWithResolvers<void>;
let finishes = 0;

beforeAll(async () => {
  server = await startMediaServer();
  editor = await server.person("mira", "EDITOR");
  storage = {
    ...server.storage,
    resumable: {
      ...server.storage.resumable,
      finish: async (key) => {
        finishes += 1;
        await finish.promise;
        await server.storage.resumable.finish(key);
      },
    },
  };
  http = await server.listen({ storage });
});

afterAll(async () => {
  await http.close();
  await server.stop();
});

/** The next finishing waits for `finish` anew. */
function anew(): void {
  finish = Promise.withResolvers();
  // It may fail before anybody waits for it.
  finish.promise.catch(() => undefined);
}

beforeEach(() => {
  anew();
  finishes = 0;
  server.queue.length = 0;
});

const content = randomBytes(100_000);

const open = () =>
  server.run(editor, (ctx) =>
    openVideoUpload(ctx, {
      ...{ subject: "task:1", fileName: "cut.mp4", type: "video/mp4" },
      ...{ bytes: content.length, fingerprint: randomUUID() },
    }),
  );

async function ask(method: string, { uploadUrl }: OpenUpload, headers: object = {}, body?: Buffer) {
  const own = { "tus-resumable": "1.0.0", "x-person": String(editor.id), ...headers };
  const answer = await fetch(http.url + uploadUrl, { method, headers: own, ...(body && { body }) });
  const { status } = answer;
  return { status, offset: answer.headers.get("upload-offset"), state: answer.headers.get("upload-state") };
}

const sendAll = (upload: OpenUpload) =>
  ask("PATCH", upload, { "content-type": "application/offset+octet-stream", "upload-offset": "0" }, content);
const row = ({ videoId }: OpenUpload) => server.run(null, (ctx) => findVideo(ctx.tx, videoId));
const whole = String(content.length);

it("is said to whoever sends or asks, of whom none waits for it", async () => {
  const upload = await open();
  const finishing = { offset: whole, state: "finishing" };
  expect(await sendAll(upload)).toEqual({ status: 204, ...finishing });
  expect(await ask("HEAD", upload)).toEqual({ status: 200, ...finishing });
  // As a sender asks who has not heard the reply.
  expect(await ask("HEAD", upload, { "upload-turn": "wanted" })).toEqual({ status: 200, ...finishing });
  expect(await row(upload)).toMatchObject({ state: "receiving" });
  finish.resolve();
  await expect.poll(() => ask("HEAD", upload)).toEqual({ status: 200, offset: whole, state: null });
  expect(await row(upload)).toMatchObject({ state: "preparing" });
  expect([finishes, server.queue.map(({ job }) => job)]).toEqual([1, ["media.prepare"]]);
});

it("is begun anew by the next who asks where it has failed", async () => {
  const upload = await open();
  expect(await sendAll(upload)).toMatchObject({ state: "finishing" });
  finish.reject(new StorageError("unavailable", "The store does not answer."));
  await expect.poll(async () => (await ask("HEAD", upload)).status).toBe(503);
  anew();
  finish.resolve();
  expect(await ask("HEAD", upload)).toEqual({ status: 200, offset: whole, state: null });
});

it("is waited for by the sweep, which tells of what went wrong", async () => {
  const upload = await open();
  const sweeping = clearingWorkers({ ...server, storage }).find(
    ({ definition }) => definition.job === "media.sweep",
  );
  finish.reject(new StorageError("unavailable", "The store does not answer."));
  expect((await sendAll(upload)).status).toBe(503);
  anew();
  const swept = sweeping?.work({}, new AbortController().signal);
  // Later than any sender would wait.
  setTimeout(() => finish.reject(new StorageError("unavailable", "It still does not.")), 2500);
  await expect(swept).rejects.toThrow("Some uploads");
  anew();
  finish.resolve();
  await sweeping?.work({}, new AbortController().signal);
  expect(await row(upload)).toMatchObject({ state: "preparing" });
});

it("ends with nothing stored where the upload is cancelled meanwhile", async () => {
  const upload = await open();
  await sendAll(upload);
  expect((await ask("DELETE", upload)).status).toBe(204);
  expect((await ask("HEAD", upload)).status).toBe(410);
  finish.resolve();
  await server.work(clearingWorkers({ ...server, storage }));
  await expect.poll(async () => storage.stat(originalKey(upload.videoId))).toBeNull();
  const left: string[] = [];
  for await (const { key } of storage.list(videoFolder(upload.videoId))) left.push(key);
  expect(left).toEqual([]);
});
