import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { createVideoTools, type VideoTools } from "#adapters/ffmpeg/video-tools.ts";
import { AdapterError } from "#core/adapter-error.ts";
import { on } from "#core/server/context.ts";
import { videoMeasured } from "#modules/media/contract/videos.ts";
import { clip } from "#testing/clips.ts";
import { startApp, type TestActor, type TestApp } from "#testing/start-app.ts";

import { mediaJobs } from "../jobs.ts";
import { deleteVideo, openVideoUpload } from "../public/media.ts";
import { measurements } from "../tables.ts";
import { completeVideoUpload } from "../uploads/video-uploads.ts";
import { originalKey } from "../videos/object-keys.ts";
import { findVideo } from "../videos/queries.ts";
import { measureSoundWorker } from "./measure-sound.ts";

let server: TestApp;
let owner: TestActor;
let tools: VideoTools;
const events: string[] = [];

beforeAll(async () => {
  server = await startApp({
    eventHandlers: [on(videoMeasured, async (_ctx, { part }) => void events.push(part))],
  });
  owner = await server.person("mira", "EDITOR");
  const search = await findFfmpeg(process.env);
  if (!search.ffmpeg) throw new Error(search.explanation);
  tools = createVideoTools(search.ffmpeg);
});
afterAll(() => server.stop());
beforeEach(() => {
  server.queue.length = 0;
  events.length = 0;
});

/** Receives a file and probes it; its id. */
async function probed(name: Parameters<typeof clip>[0], change: Partial<VideoTools> = {}): Promise<string> {
  const file = await clip(name);
  const { size: bytes } = await stat(file);
  const announced = { taskId: 1, fileName: basename(file), bytes, type: "video/mp4" };
  const { videoId } = await server.run(owner, (ctx) =>
    openVideoUpload(ctx, { ...announced, fingerprint: randomUUID() }),
  );
  await server.storage.put(originalKey(videoId), createReadStream(file));
  await server.run(null, (ctx) => completeVideoUpload(ctx, videoId));
  await work("media.prepare", videoId, change);
  return videoId;
}

async function work(job: string, videoId: string, change: Partial<VideoTools> = {}, signal?: AbortSignal) {
  const workers = mediaJobs({ ...server.dependencies, tools: { ...tools, ...change } });
  await workers
    .find(({ definition }) => definition.job === job)
    ?.work({ videoId }, signal ?? new AbortController().signal);
}

const measure = (videoId: string, change: Partial<VideoTools> = {}, signal?: AbortSignal) =>
  work("media.measure-sound", videoId, change, signal);
const stored = (videoId: string) =>
  server.run(null, (ctx) =>
    ctx.tx.select().from(measurements).where(eq(measurements.videoId, videoId)).orderBy(measurements.part),
  );
const state = async (videoId: string) => (await server.run(null, (ctx) => findVideo(ctx.tx, videoId)))?.state;

describe("the sound of a video", () => {
  it.each([
    ["h264", "ready"],
    ["mono-two-mxf", "preparing"],
  ] as const)("is measured once it is probed: %s (%s)", async (name, expected) => {
    const videoId = await probed(name);
    expect(server.queue.map(({ job }) => job)).toContain("media.measure-sound");
    await measure(videoId);
    expect(await state(videoId)).toBe(expected);
    expect(await stored(videoId)).toMatchObject([
      { part: "loudness", obstacle: null, values: { perSecond: 5, values: expect.any(Array) } },
      {
        part: "sound",
        obstacle: null,
        tools: `1/${tools.ffmpeg?.version}`,
        values: { seconds: expect.closeTo(2, 1) },
      },
    ]);
    expect(events).toEqual(["loudness", "sound"]);
    await measure(videoId, { measureSound: () => Promise.reject(new Error("not again")) });
  });

  it("can be absent or unreadable, which is stored", async () => {
    const error = new AdapterError({ kind: "permanent", code: "unreadable", message: "It can't be read." });
    const silent = await probed("empty-sound");
    const damaged = await probed("h264");
    await measure(silent);
    await measure(damaged, { measureSound: () => Promise.reject(error) });
    const obstacles = async (videoId: string) =>
      (await stored(videoId)).map(({ part, obstacle, values }) => [part, obstacle, values]);
    expect(await obstacles(silent)).toEqual([
      ["loudness", "absent", null],
      ["sound", "absent", null],
    ]);
    expect(await obstacles(damaged)).toEqual([
      ["loudness", "unreadable", null],
      ["sound", "unreadable", null],
    ]);
  });

  it("is measured again after the server stopped", async () => {
    const videoId = await probed("h264");
    const stopping = new AbortController();
    const interrupted = measure(
      videoId,
      {
        measureSound: (order) => {
          stopping.abort();
          return tools.measureSound(order);
        },
      },
      stopping.signal,
    );
    await expect(interrupted).rejects.toMatchObject({ code: "stopped" });
    expect(await stored(videoId)).toEqual([]);
    await measure(videoId);
    expect(await stored(videoId)).toHaveLength(2);
  });

  it("of a deleted video is no longer measured, and what was measured stays", async () => {
    const [before, during] = [await probed("h264"), await probed("h264")];
    const remove = (videoId: string) =>
      server.run(null, (ctx) => deleteVideo(ctx, videoId, { keep: "nothing" }));
    await measure(before);
    await remove(before);
    await measure(during, {
      measureSound: async ({ signal }) => {
        await remove(during);
        return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
      },
    });
    expect([await stored(before), await stored(during)]).toMatchObject([{ length: 2 }, { length: 0 }]);
  });

  it("is measured for as long as it takes while the rendition is made", async () => {
    const videoId = await probed("mono-two-mxf");
    let checks = 0;
    const run: typeof server.run = (actor, action) => {
      checks++;
      return server.run(actor, action);
    };
    const measureSound: VideoTools["measureSound"] = async (order) => {
      const before = checks;
      await expect.poll(() => checks).toBeGreaterThan(before);
      return tools.measureSound(order);
    };
    const dependencies = { ...server.dependencies, run, tools: { ...tools, measureSound } };
    await measureSoundWorker(dependencies).work({ videoId }, new AbortController().signal);
    expect([await state(videoId), await stored(videoId)]).toMatchObject(["preparing", { length: 2 }]);
  });

  it("is not measured without ffmpeg, which is stored", async () => {
    const videoId = await probed("h264", { ffmpeg: null });
    expect(server.queue.map(({ job }) => job)).not.toContain("media.measure-sound");
    expect(await stored(videoId)).toMatchObject(
      ["loudness", "picture", "sound"].map((part) => ({ part, obstacle: "filter_missing", tools: "none" })),
    );
  });
});
