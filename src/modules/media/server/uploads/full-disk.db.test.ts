import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { createVideoTools, type VideoTools } from "#adapters/ffmpeg/video-tools.ts";
import { type ObjectStorage, StorageError } from "#adapters/object-storage/storage.ts";
import type { Actor } from "#core/server/context.ts";
import { clip } from "#testing/clips.ts";
import { replayedTools } from "#testing/replayed-tools.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import { mediaJobs } from "../jobs.ts";
import { derivedFileNames } from "../preparation/repair.ts";
import { openVideoUpload, videoPlayback } from "../public/media.ts";
import { originalKey, renditionFolder, videoFolder } from "../videos/object-keys.ts";
import { findVideo } from "../videos/queries.ts";
import { completeVideoUpload } from "./video-uploads.ts";

let server: TestApp;
let owner: Actor;
let tools: VideoTools;

beforeAll(async () => {
  server = await startApp();
  owner = await server.person("mira", "EDITOR");
  const real = createVideoTools((await findFfmpeg(process.env)).ffmpeg);
  const recorded = { source: await clip("prores"), folder: join(server.folder, "recorded") };
  tools = await replayedTools(real, { ...real, ...recorded, pause: async () => {} });
});

afterAll(() => server.stop());

beforeEach(() => {
  server.queue.length = 0;
});

const full = () => new StorageError("no_space", "The disk is full. Free some space, then try again.");
const away = () => new StorageError("unavailable", "The store does not answer.");

/** A store in which write number `nth` and all later ones fail. */
function failingAt(nth: number, failure: () => StorageError): ObjectStorage {
  let writings = 0;
  return {
    ...server.storage,
    put: async (...given) => {
      writings += 1;
      if (writings >= nth) throw failure();
      return server.storage.put(...given);
    },
  };
}

async function receive(name: "h264" | "prores"): Promise<string> {
  const file = await clip(name);
  const { size: bytes } = await stat(file);
  const announced = { taskId: 1, fileName: "cut.mp4", bytes, type: "video/mp4" };
  const { videoId } = await server.run(owner, (ctx) =>
    openVideoUpload(ctx, { ...announced, fingerprint: randomUUID() }),
  );
  await server.storage.put(originalKey(videoId), createReadStream(file));
  await server.run(null, (ctx) => completeVideoUpload(ctx, videoId));
  return videoId;
}

/** Runs enqueued jobs until one fails, which is enqueued again; its error, or null. */
async function workOn(storage: ObjectStorage): Promise<unknown> {
  const workers = mediaJobs({ ...server.dependencies, storage, tools });
  for (let next = server.queue.shift(); next; next = server.queue.shift()) {
    const { job, data } = next;
    try {
      await workers
        .find(({ definition }) => definition.job === job)
        ?.work(data, new AbortController().signal);
    } catch (error) {
      server.queue.unshift(next);
      return error;
    }
  }
  return null;
}

const row = (videoId: string) => server.run(null, (ctx) => findVideo(ctx.tx, videoId));
const has = async (key: string) => (await server.storage.stat(key)) !== null;

async function textOf(key: string): Promise<string> {
  const pieces: Buffer[] = [];
  if (!(await has(key))) return "";
  for await (const piece of await server.storage.read(key)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** Objects that the row or the playlist requires and that are not stored. */
async function broken(videoId: string): Promise<string[]> {
  const video = await row(videoId);
  const folder = renditionFolder(videoId);
  const pieces = (await textOf(`${folder}/index.m3u8`)).match(/init\.mp4|segment\d+\.m4s/g) ?? [];
  const promised = [
    ...(video ? derivedFileNames(video).map((name) => `${videoFolder(videoId)}/${name}`) : []),
    ...pieces.map((name) => `${folder}/${name}`),
  ];
  const stored = await Promise.all(promised.map(has));
  return promised.filter((_, at) => !stored[at]);
}

describe.each([
  ["the disk is full", full],
  ["the store does not answer", away],
] as const)("when %s during preparation", (_name, failure) => {
  it.each([
    ["prores", 1],
    ["prores", 2],
    ["prores", 4],
    ["prores", 5],
    ["h264", 1],
    ["h264", 3],
  ] as const)("nothing incomplete is listed, and it is completed later: %s, write %i", async (name, nth) => {
    const videoId = await receive(name);
    for (let tries = 0; tries < 2; tries++) {
      expect(await workOn(failingAt(nth, failure))).toMatchObject({ message: failure().message });
      expect(await broken(videoId)).toEqual([]);
      expect((await row(videoId))?.state).not.toBe("refused");
    }
    expect(await workOn(server.storage)).toBeNull();
    expect(await server.run(owner, (ctx) => videoPlayback(ctx, videoId))).toMatchObject({
      state: "ready",
      prepared: 1,
      fileUrl: expect.any(String),
      posterUrl: expect.any(String),
      storyboardUrl: expect.any(String),
    });
    expect(await broken(videoId)).toEqual([]);
  });
});

it("leaves the database's space on the disk, and prepares the video once there is more", async () => {
  let free = 200 * 1024 * 1024;
  const written: string[] = [];
  const tight: ObjectStorage = {
    ...server.storage,
    freeBytes: async () => free,
    put: async (key, ...given) => {
      written.push(key);
      return server.storage.put(key, ...given);
    },
  };
  const videoId = await receive("prores");
  for (let tries = 0; tries < 8; tries++) expect(await workOn(tight)).toMatchObject({ code: "no_space" });
  expect(written).toEqual([]);
  free = Infinity;
  expect(await workOn(tight)).toBeNull();
  expect(await row(videoId)).toMatchObject({ state: "ready" });
});

it("keeps preparing a video however long the store is unavailable", async () => {
  const videoId = await receive("prores");
  for (let tries = 0; tries < 8; tries++) {
    expect(await workOn(failingAt(1, away))).toMatchObject({ code: "unavailable" });
  }
  expect(await workOn(server.storage)).toBeNull();
  expect(await row(videoId)).toMatchObject({ state: "ready" });
});
