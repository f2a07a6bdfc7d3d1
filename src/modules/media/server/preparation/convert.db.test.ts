import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { createVideoTools, type VideoTools } from "#adapters/ffmpeg/video-tools.ts";
import { AdapterError } from "#core/adapter-error.ts";
import type { Actor } from "#core/server/context.ts";
import { clip } from "#testing/clips.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import { lostWorkWorker } from "../cleanup/lost-work.ts";
import { mediaJobs } from "../jobs.ts";
import { openVideoUpload, videoPlayback } from "../public/media.ts";
import { requestConversion } from "../public/request-conversion.ts";
import { completeVideoUpload } from "../uploads/video-uploads.ts";
import { originalKey } from "../videos/object-keys.ts";

let server: TestApp;
let owner: Actor;
let tools: VideoTools;

beforeAll(async () => {
  server = await startApp();
  owner = await server.person("mira", "EDITOR");
  const { ffmpeg } = await findFfmpeg(process.env);
  tools = createVideoTools(ffmpeg);
});
afterAll(() => server.stop());
beforeEach(() => {
  server.queue.length = 0;
});

const small: Partial<VideoTools> = {
  renditionHeight: () => 90,
  deferredHeights: () => ({ highResolution: null, light: null }),
};
const work = (change: Partial<VideoTools> = {}) =>
  server.work(mediaJobs({ ...server.dependencies, tools: { ...tools, ...small, ...change } }));
const playback = (videoId: string) => server.run(owner, (ctx) => videoPlayback(ctx, videoId));
const request = (videoId: string) => server.run(owner, (ctx) => requestConversion(ctx, videoId));

/** A video that is played as it is. */
async function receive(name: "h264" | "h264-10-bit" = "h264"): Promise<string> {
  const file = await clip(name);
  const announced = { taskId: 1, fileName: basename(file), bytes: (await stat(file)).size, type: "" };
  const { videoId } = await server.run(owner, (ctx) =>
    openVideoUpload(ctx, { ...announced, fingerprint: randomUUID() }),
  );
  await server.storage.put(originalKey(videoId), createReadStream(file));
  await server.run(null, (ctx) => completeVideoUpload(ctx, videoId));
  await work();
  return videoId;
}

describe("a requested conversion", () => {
  it("is stored with the video, made once, and then played by everyone", async () => {
    const videoId = await receive();
    expect(await playback(videoId)).toMatchObject({ isOriginal: true, conversion: null });
    await request(videoId);
    await request(videoId);
    expect(server.queue.filter(({ job }) => job === "media.convert")).toHaveLength(1);
    expect(await playback(videoId)).toMatchObject({
      isOriginal: true,
      conversion: { state: "requested", share: 0 },
      fileUrl: expect.stringContaining("/original/"),
    });
    await work();
    expect(await playback(videoId)).toMatchObject({
      isOriginal: false,
      conversion: null,
      fileUrl: expect.stringContaining("/rendition/video.mp4"),
      frames: 60,
      startSeconds: 0,
    });
    await request(videoId);
    expect(server.queue).toEqual([]);
  });

  it("is not made of a video that has a rendition", async () => {
    const videoId = await receive("h264-10-bit");
    await request(videoId);
    expect(server.queue).toEqual([]);
    expect(await playback(videoId)).toMatchObject({ isOriginal: false, conversion: null });
  });

  const full = "The server has no space to convert this video. Try again later.";
  it.each([
    [new AdapterError({ kind: "needs-user", code: "no_space", message: "The disk is full." }), full],
    [Object.assign(new Error("write"), { code: "ENOSPC" }), full],
    [
      new AdapterError({ kind: "permanent", code: "unreadable", message: "Invalid data" }),
      "This video can't be converted. Export it as H.264 in MP4, and upload that as the next version.",
    ],
    [
      new AdapterError({ kind: "needs-user", code: "ffmpeg_missing", message: "No ffmpeg" }),
      "This server can't convert videos. Ask the operator to install ffmpeg.",
    ],
    [
      new AdapterError({ kind: "retry", code: "killed", message: "SIGKILL" }),
      "The conversion failed. Try again later.",
    ],
  ])("ends with a sentence when it fails, and can be requested again: %s", async (error, message) => {
    const videoId = await receive();
    await request(videoId);
    const failing = async () => {
      throw error;
    };
    await work({ makeRendition: failing });
    expect(await playback(videoId)).toMatchObject({
      state: "ready",
      isOriginal: true,
      fileUrl: expect.any(String),
      conversion: { state: "failed", message },
    });
    await request(videoId);
    await work();
    expect(await playback(videoId)).toMatchObject({ isOriginal: false, conversion: null });
  });

  it("fails where frames would be at other numbers than in the original", async () => {
    const videoId = await receive();
    await request(videoId);
    const shifted: VideoTools["makeRendition"] = async (order) => ({
      ...(await tools.makeRendition(order)),
      framesMatch: false,
    });
    await work({ makeRendition: shifted });
    expect(await playback(videoId)).toMatchObject({ isOriginal: true, conversion: { state: "failed" } });
  });

  it("is left to the next server when this one stops", async () => {
    const videoId = await receive();
    await request(videoId);
    const stop = new AbortController();
    const stopped = async () => {
      stop.abort();
      throw new AdapterError({ kind: "retry", code: "stopped", message: "Stopped" });
    };
    const jobs = mediaJobs({ ...server.dependencies, tools: { ...tools, ...small, makeRendition: stopped } });
    const convert = jobs.find(({ definition }) => definition.job === "media.convert");
    await expect(convert?.work({ videoId }, stop.signal)).rejects.toMatchObject({ code: "stopped" });
    expect(await playback(videoId)).toMatchObject({ conversion: { state: "requested" } });
    await work();
    expect(await playback(videoId)).toMatchObject({ isOriginal: false });
  });

  it("ends with a sentence when its job is lost", async () => {
    const videoId = await receive();
    await request(videoId);
    server.queue.length = 0;
    const lost = lostWorkWorker({ ...server.dependencies, tools });
    await lost.work({}, new AbortController().signal);
    expect(await playback(videoId)).toMatchObject({
      conversion: { state: "failed", message: "The conversion was interrupted. Start it again." },
    });
  });
});
