import { createHash, randomUUID } from "node:crypto";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { type ObjectStorage, StorageError } from "#adapters/object-storage/storage.ts";
import { type Actor, on } from "#core/server/context.ts";
import { after, day, hour } from "#core/time.ts";
import { fileReceived, fileRefused } from "#modules/media/contract/files.ts";
import { videoLost, videoRefused } from "#modules/media/contract/videos.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import { deletionJobs } from "../deletion/jobs.ts";
import { findFileRows, insertFile } from "../files/queries.ts";
import { markReady } from "../preparation/progress.ts";
import { deleteVideo, fileAddresses, openVideoUpload } from "../public/media.ts";
import { verifyFilesWorker } from "../uploads/verify-files.ts";
import { completeVideoUpload } from "../uploads/video-uploads.ts";
import { trackKey, fileKey, originalKey, posterKey, videoFolder } from "../videos/object-keys.ts";
import { updateVideo, findVideo } from "../videos/queries.ts";
import { reconcileWorker } from "./reconcile.ts";

let server: TestApp;
let owner: Actor;
const events: string[] = [];

beforeAll(async () => {
  server = await startApp({
    eventHandlers: [
      on(fileReceived, async (_ctx, { fileId }) => void events.push(`file received ${fileId}`)),
      on(fileRefused, async (_ctx, { fileId, reason }) => void events.push(`file ${reason} ${fileId}`)),
      on(videoLost, async (_ctx, { videoId }) => void events.push(`lost ${videoId}`)),
      on(videoRefused, async (_ctx, { videoId }) => void events.push(`refused ${videoId}`)),
    ],
  });
  owner = await server.person("mira", "EDITOR");
});

afterAll(() => server.stop());

beforeEach(async () => {
  // An intact video, so that the store is recognised as this database's.
  await storeFile();
  server.queue.length = 0;
  events.length = 0;
});

afterEach(async () => {
  for (const videoId of made.splice(0)) await server.run(null, (ctx) => deleteVideo(ctx, videoId));
  await server.work(deletionJobs(server.dependencies));
});

/** Videos of the current test. */
const made: string[] = [];
const bytes = 1000;
const content = Buffer.alloc(bytes, "v");

async function received(): Promise<string> {
  const announced = { taskId: 1, fileName: "cut.mp4", bytes, type: "video/mp4" };
  const { videoId } = await server.run(owner, (ctx) =>
    openVideoUpload(ctx, { ...announced, fingerprint: randomUUID() }),
  );
  made.push(videoId);
  await server.storage.put(originalKey(videoId), content);
  await server.run(null, (ctx) => completeVideoUpload(ctx, videoId));
  server.queue.length = 0;
  return videoId;
}

/** A completely prepared video. */
async function ready(): Promise<string> {
  const videoId = await received();
  const now = new Date();
  const done = {
    renditionDone: now,
    highResolutionDone: now,
    lightDone: now,
    posterDone: now,
    stillsDone: now,
  };
  await server.run(null, (ctx) => markReady(ctx, videoId, { plays: "rendition", prepared: 1, ...done }));
  const captions = [{ file: "captions-1.vtt", language: "eng", title: null }];
  const sounds = [{ file: "sound-2.m4a", track: 2, language: "ger", title: null }];
  await server.run(null, (ctx) => updateVideo(ctx.tx, videoId, { sha256: "known", captions, sounds }));
  for (const name of derived) await server.storage.put(`${videoFolder(videoId)}/${name}`, content);
  server.queue.length = 0;
  return videoId;
}

const derived = [
  "rendition/index.m3u8",
  "rendition/video.mp4",
  "rendition/sharp.mp4",
  "rendition/light.mp4",
  "rendition/segment00000.m4s",
  "poster.jpg",
  "storyboard.json",
  "storyboard001.jpg",
  "captions-1.vtt",
  "sound-2.m4a",
];

async function storeFile(
  state: "kept" | "removing" = "kept",
  more: { owner?: string; sha256?: string } = {},
): Promise<string> {
  const id = randomUUID();
  const file = { id, personId: owner.id, name: "still.jpg", type: "image/jpeg", bytes, state };
  await server.run(null, (ctx) => insertFile(ctx.tx, { ...file, ...more, createdAt: ctx.now }));
  await server.storage.put(fileKey(id), content);
  return id;
}

const soon = { discarded: 0, unknown: 0 };
const reconcile = (storage: ObjectStorage = server.storage, ages: typeof soon | undefined = soon) =>
  reconcileWorker({ ...server.dependencies, storage }, ages).work({}, new AbortController().signal);

/** Reconciles, and runs the enqueued removals. */
async function reconcileAndRemove(ages?: typeof soon): Promise<void> {
  await reconcile(server.storage, ages);
  await server.work(deletionJobs(server.dependencies));
}

const row = (videoId: string) => server.run(null, (ctx) => findVideo(ctx.tx, videoId));
const asked = () => server.queue.map(({ job }) => job).sort();
const isStored = async (key: string) => (await server.storage.stat(key)) !== null;

async function names(videoId: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of server.storage.list(videoFolder(videoId))) found.push(key);
  return found;
}

describe("an orphan", () => {
  it("is removed after a week when it has no row", async () => {
    const [video, file] = [`videos/${randomUUID()}/original`, `files/${randomUUID()}`];
    await server.storage.put(video, content);
    await server.storage.put(file, content);
    await reconcileWorker(server.dependencies).work({}, new AbortController().signal);
    expect(asked()).toEqual([]);
    server.setNow(after(new Date(), 8 * day));
    await reconcileWorker(server.dependencies).work({}, new AbortController().signal);
    server.setNow(null);
    expect(asked()).toEqual(["media.remove", "media.remove-files"]);
    await server.work(deletionJobs(server.dependencies));
    expect([await isStored(video), await isStored(file)]).toEqual([false, false]);
  });

  it("is removed when its video was deleted, except the file kept for comparison", async () => {
    const videoId = await ready();
    await server.run(null, (ctx) => deleteVideo(ctx, videoId, { keep: "playback" }));
    server.queue.length = 0;
    await reconcileAndRemove();
    const light = `${videoFolder(videoId)}/rendition/light.mp4`;
    const captions = trackKey(videoId, "captions-1.vtt");
    const sound = trackKey(videoId, "sound-2.m4a");
    expect(await names(videoId)).toEqual([captions, posterKey(videoId), light, sound]);
    await reconcile();
    expect(asked()).toEqual([]);
    await server.storage.remove(captions);
    await reconcile();
    expect(await row(videoId)).toMatchObject({ captions: null, keptFile: "light" });
    await server.storage.remove(sound);
    await reconcile();
    expect(await row(videoId)).toMatchObject({ sounds: null, keptFile: "light" });
    await server.storage.remove(light);
    await reconcile();
    expect(await row(videoId)).toMatchObject({ keptFile: null, posterDone: expect.any(Date) });
    server.queue.length = 0;
    await reconcile();
    expect(asked()).toEqual([]);
    await server.run(null, (ctx) => deleteVideo(ctx, videoId));
    await server.work(deletionJobs(server.dependencies));
    expect(await names(videoId)).toEqual([]);
  });

  it("is removed when its video was deleted, except a kept poster", async () => {
    const [gone, retired] = [await ready(), await ready()];
    await server.run(null, (ctx) => deleteVideo(ctx, gone));
    await server.run(null, (ctx) => deleteVideo(ctx, retired, { keep: "poster" }));
    server.queue.length = 0;
    await reconcileAndRemove();
    expect([await names(gone), await names(retired)]).toEqual([[], [posterKey(retired)]]);
    await reconcile();
    expect(asked()).toEqual([]);
    await server.run(null, (ctx) => deleteVideo(ctx, retired));
    await server.work(deletionJobs(server.dependencies));
    expect(await names(retired)).toEqual([]);
  });

  it("is removed with its row when an earlier removal has failed", async () => {
    const file = await storeFile("removing");
    await reconcileAndRemove();
    expect(await isStored(fileKey(file))).toBe(false);
    expect(await server.run(null, (ctx) => findFileRows(ctx.tx, [file]))).toEqual([]);
  });

  it("has its size recorded again, segments included", async () => {
    const [known, other] = [await ready(), await ready()];
    const sizeOf = async (videoId: string) => (await row(videoId))?.storedBytes;
    expect(await sizeOf(known)).toBe(bytes);
    await reconcile();
    expect(await sizeOf(known)).toBe(bytes * (1 + derived.length));
    await server.run(null, (ctx) => updateVideo(ctx.tx, other, { storedBytes: 1 }));
    await reconcile();
    expect(await sizeOf(other)).toBe(bytes * (1 + derived.length));
  });

  it("is never an object in use", async () => {
    const videos = [await received(), await ready()];
    const before = await Promise.all(videos.map(names));
    await reconcileAndRemove();
    expect(await Promise.all(videos.map(names))).toEqual(before);
    expect(asked()).toEqual([]);
    // Even if a removal was enqueued by mistake.
    for (const videoId of videos)
      server.queue.push({ job: "media.remove", data: { videoId }, when: undefined });
    await server.work(deletionJobs(server.dependencies));
    expect(await Promise.all(videos.map(names))).toEqual(before);
  });
});

describe("a missing object", () => {
  it("is reported as lost when it is an original", async () => {
    const [preparing, watched, broken] = [await received(), await ready(), await ready()];
    await server.storage.remove(originalKey(preparing));
    await server.storage.remove(originalKey(watched));
    await server.storage.put(originalKey(broken), content.subarray(1));
    await reconcile();
    expect(events.sort()).toEqual([`lost ${watched}`, `lost ${broken}`, `refused ${preparing}`].sort());
    expect(await row(preparing)).toMatchObject({
      state: "refused",
      failure: { code: "file_lost" },
    });
  });

  it.each([
    ["poster.jpg", ["media.stills"], { posterDone: null, stillsDone: null }],
    ["storyboard.json", ["media.stills"], { posterDone: null, stillsDone: null }],
    ["rendition/sharp.mp4", ["media.refine"], { highResolutionDone: null, posterDone: expect.any(Date) }],
    ["rendition/light.mp4", ["media.refine"], { lightDone: null, highResolutionDone: expect.any(Date) }],
    ["sound-2.m4a", ["media.refine"], { sounds: null, lightDone: expect.any(Date) }],
    ["rendition/video.mp4", ["media.render"], { renditionDone: null, prepared: 0, state: "ready" }],
  ])("is made again when it is derived: %s", async (name, jobs, change) => {
    const videoId = await ready();
    await server.storage.remove(`${videoFolder(videoId)}/${name}`);
    await reconcile();
    expect(asked()).toEqual(jobs);
    expect(await row(videoId)).toMatchObject(change);
  });

  it("is not made again when it is a still that can't be made", async () => {
    const videoId = await ready();
    await server.run(null, (ctx) => updateVideo(ctx.tx, videoId, { unmadeStills: ["storyboard"] }));
    for (const name of ["storyboard.json", "storyboard001.jpg"]) {
      await server.storage.remove(`${videoFolder(videoId)}/${name}`);
    }
    await reconcile();
    expect(asked()).toEqual([]);
  });

  it("is no longer shown when it is a file, until it is back", async () => {
    const file = await storeFile();
    const shown = async () =>
      (await server.run(owner, (ctx) => fileAddresses(ctx, new Map([[file, null]])))).has(file);
    await server.storage.remove(fileKey(file));
    await reconcile();
    expect(await shown()).toBe(false);
    await server.storage.put(fileKey(file), content);
    await reconcileAndRemove();
    expect([await shown(), await isStored(fileKey(file))]).toEqual([true, true]);
  });

  it("is reported when it is an uploaded file, which is verified again once it is back", async () => {
    const sha256 = createHash("sha256").update(content).digest("hex");
    const file = await storeFile("kept", { owner: "footage:1", sha256 });
    const state = async () => (await server.run(null, (ctx) => findFileRows(ctx.tx, [file])))[0]?.state;
    const verify = () => server.work([verifyFilesWorker(server.dependencies)]);
    await server.storage.remove(fileKey(file));
    await reconcile();
    await server.storage.put(fileKey(file), content);
    await reconcile();
    expect(await state()).toBe("verifying");
    await verify();
    expect([await state(), events]).toEqual(["kept", [`file lost ${file}`, `file received ${file}`]]);
    await server.storage.remove(fileKey(file));
    await reconcile();
    await server.storage.put(fileKey(file), Buffer.alloc(bytes, "another file"));
    await reconcile();
    await verify();
    expect([await state(), events.at(-1)]).toEqual(["damaged", `file damaged ${file}`]);
  });
});

describe("an unreliable store", () => {
  const away = new StorageError("unavailable", "The store does not answer.");
  const failing = async () => Promise.reject(away);

  it.each([
    ["does not list", { list: () => ({ [Symbol.asyncIterator]: () => ({ next: failing }) }) }],
    ["does not answer", { stat: failing }],
  ])("changes nothing and is retried later: it %s", async (_name, broken: Partial<ObjectStorage>) => {
    const videoId = await ready();
    await server.storage.remove(originalKey(videoId));
    await expect(reconcile({ ...server.storage, ...broken })).rejects.toThrow(away);
    expect([events, asked(), (await row(videoId))?.state]).toEqual([[], [], "ready"]);
  });

  it("is not changed when it is empty, as with a volume that is not mounted", async () => {
    await ready();
    const empty = { list: async function* () {}, stat: async () => null };
    await reconcile({ ...server.storage, ...empty });
    expect([events, asked()]).toEqual([[], []]);
  });

  it("is not changed when it becomes empty after the survey", async () => {
    const videoId = await ready();
    await server.storage.remove(originalKey(videoId));
    let surveyed = false;
    const vanishing: Partial<ObjectStorage> = {
      list: async function* (folder) {
        if (surveyed) return;
        yield* server.storage.list(folder);
        surveyed = folder === "files";
      },
      stat: async () => null,
    };
    await reconcile({ ...server.storage, ...vanishing });
    expect([events, asked(), (await row(videoId))?.state]).toEqual([[], [], "ready"]);
  });

  it("is not changed when the database knows none of its objects", async () => {
    const other = await startApp();
    await reconcileWorker({ ...other.dependencies, storage: server.storage }, soon).work(
      {},
      new AbortController().signal,
    );
    expect(other.queue).toEqual([]);
    await other.stop();
  });

  it("is not changed within the first hour by default", async () => {
    const videoId = await ready();
    await server.run(null, (ctx) => deleteVideo(ctx, videoId));
    server.queue.length = 0;
    await reconcile(server.storage, { discarded: hour, unknown: day });
    expect(asked()).toEqual([]);
  });
});
