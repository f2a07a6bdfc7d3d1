import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";

import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import { findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { createVideoTools, type VideoTools } from "#adapters/ffmpeg/video-tools.ts";
import { AdapterError } from "#core/adapter-error.ts";
import { on } from "#core/server/context.ts";
import { videoMeasured } from "#modules/media/contract/videos.ts";
import { clip } from "#testing/clips.ts";
import { startApp, type TestActor, type TestApp } from "#testing/start-app.ts";

import { mediaJobs } from "../jobs.ts";
import { measurementsIn } from "../public/measurements.ts";
import { openVideoUpload } from "../public/media.ts";
import { completeVideoUpload } from "../uploads/video-uploads.ts";
import { originalKey } from "../videos/object-keys.ts";

let server: TestApp;
let owner: TestActor;
let tools: VideoTools;
let measured: string[] = [];

beforeAll(async () => {
  const notice = on(videoMeasured, async (_ctx, { part }) => void measured.push(part));
  server = await startApp({ eventHandlers: [notice] });
  owner = await server.person("mira", "EDITOR");
  const search = await findFfmpeg(process.env);
  if (!search.ffmpeg) throw new Error(search.explanation);
  tools = createVideoTools(search.ffmpeg);
});
afterAll(() => server.stop());
beforeEach(() => {
  measured = [];
});

async function received(name: Parameters<typeof clip>[0]): Promise<string> {
  const file = await clip(name);
  const { size: bytes } = await stat(file);
  const announced = { taskId: 1, fileName: basename(file), bytes, type: "video/mp4" };
  const { videoId } = await server.run(owner, (ctx) =>
    openVideoUpload(ctx, { ...announced, fingerprint: randomUUID() }),
  );
  await server.storage.put(originalKey(videoId), createReadStream(file));
  await server.run(null, (ctx) => completeVideoUpload(ctx, videoId));
  return videoId;
}

async function work(videoId: string, jobs: readonly string[], change: Partial<VideoTools> = {}) {
  const workers = mediaJobs({ ...server.dependencies, tools: { ...tools, ...change } });
  for (const job of jobs) {
    await workers
      .find(({ definition }) => definition.job === `media.${job}`)
      ?.work({ videoId }, new AbortController().signal);
  }
}

const picture = async (videoId: string) => {
  const stored = await server.run(null, (ctx) => measurementsIn(ctx.tx, videoId));
  return stored.picture;
};

it.each([
  ["h264", "stills", "with the storyboard that shows every frame", 60],
  ["h264-all-key-frames", "refine", "apart if no other pass decodes every frame", 60],
  ["prores-silent", "render", "with the first rendition", 60],
] as const)("the picture of %s is measured by %s: %s", async (name, job, _where, frames) => {
  const videoId = await received(name);
  const all = ["prepare", ...(job === "render" ? [job] : ["stills", "refine"])];
  await work(videoId, all.slice(0, all.indexOf(job)), { renditionHeight: () => 90 });
  expect(await picture(videoId)).toBeNull();
  await work(videoId, [job], { renditionHeight: () => 90 });
  expect(await picture(videoId)).toMatchObject({ values: { frames, black: [], frozen: [] } });
  await work(videoId, ["stills", "refine"], {
    deferredHeights: () => ({ highResolution: null, light: null }),
  });
  expect(measured).toEqual(["picture"]);
});

it("a picture that can't be decoded is stored as unreadable", async () => {
  const error = new AdapterError({ kind: "permanent", code: "unreadable", message: "It can't be read." });
  const videoId = await received("h264");
  const failing: VideoTools["makeStills"] = async ({ onPicture }) => {
    await onPicture?.(null);
    throw error;
  };
  await work(videoId, ["prepare", "stills"], { makeStills: failing });
  expect(await picture(videoId)).toEqual({ obstacle: "unreadable" });
  await work(videoId, ["stills"]);
  expect(await picture(videoId)).toMatchObject({ values: { frames: 60 } });
});
