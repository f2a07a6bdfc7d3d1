import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { createVideoTools, type VideoTools } from "#adapters/ffmpeg/video-tools.ts";
import { AdapterError } from "#core/adapter-error.ts";
import { clip } from "#testing/clips.ts";
import {
  everyoneMayRead,
  type Listening,
  startApp,
  type TestActor,
  type TestApp,
} from "#testing/start-app.ts";

import { mediaJobs } from "../jobs.ts";
import { deleteVideo, openVideoUpload, videoPlayback } from "../public/media.ts";
import type { Video } from "../tables.ts";
import { completeVideoUpload } from "../uploads/video-uploads.ts";
import { originalKey, videoFolder } from "../videos/object-keys.ts";
import { findVideo } from "../videos/queries.ts";

let server: TestApp;
let listening: Listening;
let owner: TestActor;
let tools: VideoTools;

beforeAll(async () => {
  server = await startApp();
  listening = await server.listen({ mayRead: everyoneMayRead });
  owner = await server.person("mira", "EDITOR");
  const search = await findFfmpeg(process.env);
  if (!search.ffmpeg) throw new Error(search.explanation);
  tools = createVideoTools(search.ffmpeg);
});
afterAll(async () => {
  await listening.close();
  await server.stop();
});

/** Receives a file and runs all jobs; the row afterwards. */
async function prepare(file: string, change: Partial<VideoTools> = {}): Promise<Video> {
  const { size: bytes } = await stat(file);
  const announced = { taskId: 1, fileName: basename(file), bytes, type: "video/mp4" };
  const { videoId } = await server.run(owner, (ctx) =>
    openVideoUpload(ctx, { ...announced, fingerprint: randomUUID() }),
  );
  await server.storage.put(originalKey(videoId), createReadStream(file));
  await server.run(null, (ctx) => completeVideoUpload(ctx, videoId));
  await server.work(mediaJobs({ ...server.dependencies, tools: { ...tools, ...change } }));
  const video = await server.run(null, (ctx) => findVideo(ctx.tx, videoId));
  if (!video) throw new Error(`${file} has no row`);
  return video;
}

describe("the sound tracks of a video", () => {
  const soundsOf = async (id: string) => (await server.run(owner, (ctx) => videoPlayback(ctx, id))).sounds;

  it("can be chosen, count in its storage, and are deleted with the last of it", async () => {
    const video = await prepare(await clip("stereo-two-languages"));
    const [own, german, ...others] = await soundsOf(video.id);
    expect([own, others]).toEqual([{ url: null, track: 1, language: "fra", title: null }, []]);
    expect(german).toEqual({
      url: expect.stringMatching(/\/sound-2\.m4a$/),
      track: 2,
      language: "deu",
      title: null,
    });
    const answer = await fetch(`${listening.url}${german?.url}`, { headers: { cookie: owner.cookie } });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "audio/mp4"]);
    const stored = await server.storage.stat(`${videoFolder(video.id)}/sound-2.m4a`);
    expect(stored?.bytes).toBeGreaterThan(10_000);
    expect(video.stillBytes).toBeGreaterThan(stored?.bytes ?? Infinity);
    const deleteAll = async (keep: "nothing" | "playback") => {
      await server.run(null, (ctx) => deleteVideo(ctx, video.id, { keep }));
      await server.work(mediaJobs({ ...server.dependencies, tools }));
    };
    await deleteAll("playback");
    expect(await soundsOf(video.id)).toHaveLength(2);
    await deleteAll("nothing");
    expect(await soundsOf(video.id)).toEqual([]);
    expect(await server.storage.stat(`${videoFolder(video.id)}/sound-2.m4a`)).toBeNull();
  });

  it("are all of a mix, and the mix itself", async () => {
    const { id } = await prepare(await clip("mono-two-mxf"));
    expect((await soundsOf(id)).map(({ track, url }) => [track, url === null])).toEqual([
      [null, true],
      [1, false],
      [2, false],
    ]);
  });

  it("that can't be made don't prevent the light rendition", async () => {
    const message = "This video can't be read.";
    const error = new AdapterError({ kind: "permanent", code: "unreadable", message });
    const video = await prepare(await clip("mono-two-languages"), {
      makeSoundFiles: () => Promise.reject(error),
      deferredHeights: () => ({ highResolution: null, light: 90 }),
    });
    expect(video).toMatchObject({ state: "ready", sounds: null, lightDone: expect.any(Date) });
  });
});
