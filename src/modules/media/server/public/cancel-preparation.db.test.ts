import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { createVideoTools, type VideoTools } from "#adapters/ffmpeg/video-tools.ts";
import { clip } from "#testing/clips.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import { mediaJobs } from "../jobs.ts";
import { completeVideoUpload } from "../uploads/video-uploads.ts";
import { originalKey, videoFolder } from "../videos/object-keys.ts";
import { findVideo } from "../videos/queries.ts";
import { cancelPreparation } from "./cancel-preparation.ts";
import { openVideoUpload } from "./media.ts";

let server: TestApp;
let tools: VideoTools;

beforeAll(async () => {
  server = await startApp();
  const { ffmpeg } = await findFfmpeg(process.env);
  tools = createVideoTools(ffmpeg);
});
afterAll(() => server.stop());

async function receive(): Promise<string> {
  const file = await clip("h264");
  const owner = await server.person("mira", "EDITOR");
  const announced = { taskId: 1, fileName: basename(file), bytes: (await stat(file)).size, type: "" };
  const { videoId } = await server.run(owner, (ctx) =>
    openVideoUpload(ctx, { ...announced, fingerprint: randomUUID() }),
  );
  await server.storage.put(originalKey(videoId), createReadStream(file));
  await server.run(null, (ctx) => completeVideoUpload(ctx, videoId));
  return videoId;
}

it("stops the encoding of a cancelled video, keeps no file of it, and says what to do", async () => {
  const videoId = await receive();
  const cancel = () => server.run(null, (ctx) => cancelPreparation(ctx, videoId));
  const endless: VideoTools["makeRendition"] = async ({ signal, onProgress }) => {
    await cancel();
    onProgress?.(0.5);
    return new Promise((_made, stop) => signal?.addEventListener("abort", () => stop(signal.reason)));
  };
  const plan: VideoTools["plan"] = () => ({ kind: "rendition", reason: "is made small" });
  await server.work(mediaJobs({ ...server.dependencies, tools: { ...tools, plan, makeRendition: endless } }));
  expect(await server.run(null, (ctx) => findVideo(ctx.tx, videoId))).toMatchObject({
    state: "refused",
    failure: { code: "preparation_canceled" },
    storedBytes: 0,
  });
  for await (const { key } of server.storage.list(videoFolder(videoId))) expect(key).toBe("");
  await expect(cancel()).rejects.toMatchObject({ code: "preparation_ended" });
});
