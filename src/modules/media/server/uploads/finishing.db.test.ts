import { randomBytes, randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import { type ObjectStorage, StorageError } from "#adapters/object-storage/storage.ts";
import type { OpenUpload } from "#modules/media/contract/videos.ts";
import { type Listening, startApp, type TestActor, type TestApp } from "#testing/start-app.ts";

import { sweepWorker } from "../cleanup/sweep.ts";
import { deletionJobs } from "../deletion/jobs.ts";
import { openVideoUpload } from "../public/media.ts";
import { originalKey, videoFolder } from "../videos/object-keys.ts";
import { findVideo } from "../videos/queries.ts";

let server: TestApp;
let storage: ObjectStorage;
let http: Listening;
let editor: TestActor;

/** The store assembles the parts when this resolves. */
let finish: PromiseWithResolvers<void>;
let finishes = 0;

beforeAll(async () => {
  server = await startApp();
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

/** Makes the next finishing wait for a new `finish`. */
function renewFinish(): void {
  finish = Promise.withResolvers();
  // It may reject before it is awaited.
  finish.promise.catch(() => undefined);
}

beforeEach(() => {
  renewFinish();
  finishes = 0;
  server.queue.length = 0;
});

const content = randomBytes(100_000);

const open = () =>
  server.run(editor, (ctx) =>
    openVideoUpload(ctx, {
      taskId: 1,
      fileName: "cut.mp4",
      type: "video/mp4",
      bytes: content.length,
      fingerprint: randomUUID(),
    }),
  );

async function ask(method: string, { uploadUrl }: OpenUpload, headers: object = {}, body?: Buffer) {
  const own = { "tus-resumable": "1.0.0", cookie: editor.cookie, ...headers };
  const answer = await fetch(http.url + uploadUrl, { method, headers: own, ...(body && { body }) });
  const { status } = answer;
  return { status, offset: answer.headers.get("upload-offset"), state: answer.headers.get("upload-state") };
}

const sendAll = (upload: OpenUpload) =>
  ask("PATCH", upload, { "content-type": "application/offset+octet-stream", "upload-offset": "0" }, content);
const row = ({ videoId }: OpenUpload) => server.run(null, (ctx) => findVideo(ctx.tx, videoId));
const whole = String(content.length);

it("is reported to senders and progress requests without waiting for it", async () => {
  const upload = await open();
  const finishing = { offset: whole, state: "finishing" };
  expect(await sendAll(upload)).toEqual({ status: 204, ...finishing });
  expect(await ask("HEAD", upload)).toEqual({ status: 200, ...finishing });
  // Like a sender that has not received the response.
  expect(await ask("HEAD", upload, { "upload-lock": "check" })).toEqual({ status: 200, ...finishing });
  expect(await row(upload)).toMatchObject({ state: "receiving" });
  finish.resolve();
  await expect.poll(() => ask("HEAD", upload)).toEqual({ status: 200, offset: whole, state: null });
  expect(await row(upload)).toMatchObject({ state: "preparing" });
  expect([finishes, server.queue.map(({ job }) => job)]).toEqual([1, ["media.prepare"]]);
});

it("is started again by the next request after it has failed", async () => {
  const upload = await open();
  expect(await sendAll(upload)).toMatchObject({ state: "finishing" });
  finish.reject(new StorageError("unavailable", "The store does not answer."));
  await expect.poll(async () => (await ask("HEAD", upload)).status).toBe(503);
  renewFinish();
  finish.resolve();
  expect(await ask("HEAD", upload)).toEqual({ status: 200, offset: whole, state: null });
});

it("is awaited by the sweep, which reports errors", async () => {
  const upload = await open();
  const sweep = sweepWorker({ ...server.dependencies, storage });
  finish.reject(new StorageError("unavailable", "The store does not answer."));
  expect((await sendAll(upload)).status).toBe(503);
  renewFinish();
  const swept = sweep.work({}, new AbortController().signal);
  // Later than the timeout of a request.
  setTimeout(() => finish.reject(new StorageError("unavailable", "It still does not.")), 2500);
  await expect(swept).rejects.toThrow("Some uploads");
  renewFinish();
  finish.resolve();
  await sweep.work({}, new AbortController().signal);
  expect(await row(upload)).toMatchObject({ state: "preparing" });
});

it("leaves nothing stored when the upload is cancelled meanwhile", async () => {
  const upload = await open();
  await sendAll(upload);
  expect((await ask("DELETE", upload)).status).toBe(204);
  expect((await ask("HEAD", upload)).status).toBe(410);
  finish.resolve();
  await server.work(deletionJobs({ ...server.dependencies, storage }));
  await expect.poll(async () => storage.stat(originalKey(upload.videoId))).toBeNull();
  const left: string[] = [];
  for await (const { key } of storage.list(videoFolder(upload.videoId))) left.push(key);
  expect(left).toEqual([]);
});
