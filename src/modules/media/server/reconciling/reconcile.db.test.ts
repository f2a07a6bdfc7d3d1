import { randomUUID } from "node:crypto";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { type ObjectStorage, StorageError } from "#adapters/object-storage/storage.ts";
import { type Actor, on } from "#core/server/context.ts";
import { after, day, hour } from "#core/time.ts";
import { videoLost, videoRefused } from "#modules/media/contract.ts";
import { type MediaServer, startMediaServer } from "#testing/media-server.ts";

import { deleteVideo, fileAddresses, openVideoUpload } from "../actions.ts";
import { clearingWorkers } from "../jobs/clear.ts";
import { reconcileWorker } from "../jobs/reconcile.ts";
import { fileKey, originalKey, posterKey, videoFolder } from "../keys.ts";
import { makeReady } from "../preparing.ts";
import { completeUpload } from "../receiving.ts";
import { insertFile } from "../store/files.ts";
import { filesById } from "../store/reconciling.ts";
import { changeVideo, findVideo } from "../store/videos.ts";

let server: MediaServer;
let owner: Actor;
const events: string[] = [];

beforeAll(async () => {
  server = await startMediaServer([
    on(videoLost, async (_ctx, { videoId }) => void events.push(`lost ${videoId}`)),
    on(videoRefused, async (_ctx, { videoId }) => void events.push(`refused ${videoId}`)),
  ]);
  owner = await server.person("mira", "EDITOR");
});

afterAll(() => server.stop());

beforeEach(async () => {
  // Something in order, so that the store is known to be this database's.
  await storeFile();
  server.queue.length = 0;
  events.length = 0;
});

afterEach(async () => {
  for (const videoId of made.splice(0)) await server.run(null, (ctx) => deleteVideo(ctx, videoId));
  await server.work(clearingWorkers(server));
});

/** Videos of the running test. */
const made: string[] = [];
const bytes = 1000;
const content = Buffer.alloc(bytes, "v");

async function received(): Promise<string> {
  const announced = { subject: "task:1", fileName: "cut.mp4", bytes, type: "video/mp4" };
  const { videoId } = await server.run(owner, (ctx) =>
    openVideoUpload(ctx, { ...announced, fingerprint: randomUUID() }),
  );
  made.push(videoId);
  await server.storage.put(originalKey(videoId), content);
  await server.run(null, (ctx) => completeUpload(ctx, videoId));
  server.queue.length = 0;
  return videoId;
}

/** A video as it is when everything has been made of it. */
async function ready(): Promise<string> {
  const videoId = await received();
  const now = new Date();
  const done = { renditionDone: now, sharpDone: now, lightDone: now, posterDone: now, stillsDone: now };
  await server.run(null, (ctx) => makeReady(ctx, videoId, { plays: "rendition", prepared: 1, ...done }));
  await server.run(null, (ctx) => changeVideo(ctx.tx, videoId, { sha256: "known" }));
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
];

async function storeFile(state: "kept" | "removing" = "kept"): Promise<string> {
  const id = randomUUID();
  const file = { id, personId: owner.id, name: "still.jpg", type: "image/jpeg", bytes, state };
  await server.run(null, (ctx) => insertFile(ctx.tx, { ...file, createdAt: ctx.now }));
  await server.storage.put(fileKey(id), content);
  return id;
}

const soon = { over: 0, unknown: 0 };
const reconcile = (storage: ObjectStorage = server.storage, ages: typeof soon | undefined = soon) =>
  reconcileWorker({ ...server, storage }, ages).work({}, new AbortController().signal);

/** Reconciles, and lets the removals that it asked for happen. */
async function reconcileAndClear(ages?: typeof soon): Promise<void> {
  await reconcile(server.storage, ages);
  await server.work(clearingWorkers(server));
}

const row = (videoId: string) => server.run(null, (ctx) => findVideo(ctx.tx, videoId));
const asked = () => server.queue.map(({ job }) => job).sort();
const isStored = async (key: string) => (await server.storage.stat(key)) !== null;

async function names(videoId: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of server.storage.list(videoFolder(videoId))) found.push(key);
  return found;
}

describe("what nobody needs", () => {
  it("goes when there is no row for it, after a week", async () => {
    const [video, file] = [`videos/${randomUUID()}/original`, `files/${randomUUID()}`];
    await server.storage.put(video, content);
    await server.storage.put(file, content);
    await reconcileWorker(server).work({}, new AbortController().signal);
    expect(asked()).toEqual([]);
    server.setNow(after(new Date(), 8 * day));
    await reconcileWorker(server).work({}, new AbortController().signal);
    server.setNow(null);
    expect(asked()).toEqual(["media.remove", "media.remove-file"]);
    await server.work(clearingWorkers(server));
    expect([await isStored(video), await isStored(file)]).toEqual([false, false]);
  });

  it("goes when its video was deleted, except the poster that is kept", async () => {
    const [gone, retired] = [await ready(), await ready()];
    await server.run(null, (ctx) => deleteVideo(ctx, gone));
    await server.run(null, (ctx) => deleteVideo(ctx, retired, { keepPoster: true }));
    server.queue.length = 0;
    await reconcileAndClear();
    expect([await names(gone), await names(retired)]).toEqual([[], [posterKey(retired)]]);
    await reconcile();
    expect(asked()).toEqual([]);
    await server.run(null, (ctx) => deleteVideo(ctx, retired));
    await server.work(clearingWorkers(server));
    expect(await names(retired)).toEqual([]);
  });

  it("goes when the removal of a file has come to nothing, with its row", async () => {
    const file = await storeFile("removing");
    await reconcileAndClear();
    expect(await isStored(fileKey(file))).toBe(false);
    expect(await server.run(null, (ctx) => filesById(ctx.tx, [file]))).toEqual([]);
  });

  it("is never something that lives", async () => {
    const videos = [await received(), await ready()];
    const before = await Promise.all(videos.map(names));
    await reconcileAndClear();
    expect(await Promise.all(videos.map(names))).toEqual(before);
    expect(asked()).toEqual([]);
    // Even where a removal was asked for by mistake.
    for (const videoId of videos)
      server.queue.push({ job: "media.remove", data: { videoId }, when: undefined });
    await server.work(clearingWorkers(server));
    expect(await Promise.all(videos.map(names))).toEqual(before);
  });
});

describe("what is missing", () => {
  it("is asked for again when it is an original", async () => {
    const [preparing, watched, broken] = [await received(), await ready(), await ready()];
    await server.storage.remove(originalKey(preparing));
    await server.storage.remove(originalKey(watched));
    await server.storage.put(originalKey(broken), content.subarray(1));
    await reconcile();
    expect(events.sort()).toEqual([`lost ${watched}`, `lost ${broken}`, `refused ${preparing}`].sort());
    expect(await row(preparing)).toMatchObject({
      state: "refused",
      refusal: "The server has lost the file of this video. Please upload it again.",
    });
  });

  it.each([
    ["poster.jpg", ["media.stills"], { posterDone: null, stillsDone: null }],
    ["storyboard.json", ["media.stills"], { posterDone: null, stillsDone: null }],
    ["rendition/sharp.mp4", ["media.refine"], { sharpDone: null, posterDone: expect.any(Date) }],
    ["rendition/light.mp4", ["media.refine"], { lightDone: null, sharpDone: expect.any(Date) }],
    ["rendition/video.mp4", ["media.render"], { renditionDone: null, prepared: 0, state: "ready" }],
  ])("is made again when it was derived: %s", async (name, jobs, change) => {
    const videoId = await ready();
    await server.storage.remove(`${videoFolder(videoId)}/${name}`);
    await reconcile();
    expect(asked()).toEqual(jobs);
    expect(await row(videoId)).toMatchObject(change);
  });

  it("is no longer shown when it is a file, and is when it comes back", async () => {
    const file = await storeFile();
    const shown = async () =>
      (await server.run(owner, (ctx) => fileAddresses(ctx, new Map([[file, null]])))).has(file);
    await server.storage.remove(fileKey(file));
    await reconcile();
    expect(await shown()).toBe(false);
    await server.storage.put(fileKey(file), content);
    await reconcileAndClear();
    expect([await shown(), await isStored(fileKey(file))]).toEqual([true, true]);
  });
});

describe("a store that can't be trusted", () => {
  const away = new StorageError("unavailable", "The store does not answer.");
  const failing = async () => Promise.reject(away);

  it.each([
    ["does not list", { list: () => ({ [Symbol.asyncIterator]: () => ({ next: failing }) }) }],
    ["does not answer", { stat: failing }],
  ])("changes nothing and is asked again later: it %s", async (_name, broken: Partial<ObjectStorage>) => {
    const videoId = await ready();
    await server.storage.remove(originalKey(videoId));
    await expect(reconcile({ ...server.storage, ...broken })).rejects.toThrow(away);
    expect([events, asked(), (await row(videoId))?.state]).toEqual([[], [], "ready"]);
  });

  it("is left alone when it is empty, as a folder that is not mounted", async () => {
    await ready();
    const empty = { list: async function* () {}, stat: async () => null };
    await reconcile({ ...server.storage, ...empty });
    expect([events, asked()]).toEqual([[], []]);
  });

  it("is left alone when it vanishes between the survey and the second look", async () => {
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

  it("is left alone when the database knows nothing in it", async () => {
    const other = await startMediaServer();
    await reconcileWorker({ ...other, storage: server.storage }, soon).work({}, new AbortController().signal);
    expect(other.queue).toEqual([]);
    await other.stop();
  });

  it("is left in peace within the hour by default", async () => {
    const videoId = await ready();
    await server.run(null, (ctx) => deleteVideo(ctx, videoId));
    server.queue.length = 0;
    await reconcile(server.storage, { over: hour, unknown: day });
    expect(asked()).toEqual([]);
  });
});
