import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { ProbeFacts } from "#adapters/ffmpeg/facts.ts";
import { findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import type { MadeRendition } from "#adapters/ffmpeg/plan.ts";
import { createVideoTools, type VideoTools } from "#adapters/ffmpeg/video-tools.ts";
import { StorageError } from "#adapters/object-storage/storage.ts";
import { AdapterError } from "#core/adapter-error.ts";
import { on } from "#core/server/context.ts";
import type { JobWorker } from "#core/server/job.ts";
import { type Playback, videoReady, videoRefused } from "#modules/media/contract/videos.ts";
import { clip } from "#testing/clips.ts";
import {
  everyoneMayRead,
  type Listening,
  startApp,
  type TestActor,
  type TestApp,
} from "#testing/start-app.ts";

import { mediaJobs } from "../jobs.ts";
import { deleteVideo, openVideoUpload, videoOriginal, videoPlayback } from "../public/media.ts";
import { completeVideoUpload } from "../uploads/video-uploads.ts";
import { originalKey, renditionFolder, videoFolder } from "../videos/object-keys.ts";
import { findVideo } from "../videos/queries.ts";

let server: TestApp;
let http: Listening;
let owner: TestActor;
let tools: VideoTools;
const events: string[] = [];

beforeAll(async () => {
  server = await startApp({
    eventHandlers: [
      on(videoReady, async (_ctx, { videoId }) => void events.push(`ready ${videoId}`)),
      on(videoRefused, async (_ctx, { videoId }) => void events.push(`refused ${videoId}`)),
    ],
  });
  owner = await server.person("mira", "EDITOR");
  http = await server.listen({ mayRead: everyoneMayRead });
  const search = await findFfmpeg(process.env);
  if (!search.ffmpeg) throw new Error(search.explanation);
  tools = createVideoTools(search.ffmpeg);
});

afterAll(async () => {
  await http.close();
  await server.stop();
});

beforeEach(() => {
  server.queue.length = 0;
  events.length = 0;
});

const workers = (change: Partial<VideoTools> = {}): JobWorker[] =>
  mediaJobs({ ...server.dependencies, tools: { ...tools, ...change } });

/** Plans a tiny rendition for any video, which takes little time. */
const small: Partial<VideoTools> = {
  plan: () => ({ kind: "rendition", reason: "is made small" }),
  renditionHeight: () => 90,
  deferredHeights: () => ({ highResolution: null, light: null }),
};

/** Plans a light rendition for any video. */
const heavy: Partial<VideoTools> = { deferredHeights: () => ({ highResolution: null, light: 60 }) };

const rendering = (all: readonly JobWorker[]) =>
  all.find(({ definition }) => definition.job === "media.render");

/** Stores a clip as a completed upload, whose preparation is enqueued. */
async function receive(name: Parameters<typeof clip>[0]): Promise<string> {
  const file = await clip(name);
  const { size } = await stat(file);
  const type = "video/mp4";
  const videoFile = { taskId: 1, fileName: basename(file), bytes: size, type };
  const { videoId } = await server.run(owner, (ctx) =>
    openVideoUpload(ctx, { ...videoFile, fingerprint: randomUUID() }),
  );
  await server.storage.put(originalKey(videoId), createReadStream(file));
  await server.run(null, (ctx) => completeVideoUpload(ctx, videoId));
  return videoId;
}

const playback = (videoId: string): Promise<Playback> =>
  server.run(owner, (ctx) => videoPlayback(ctx, videoId));
const row = (videoId: string) => server.run(null, (ctx) => findVideo(ctx.tx, videoId));

const get = (path: string | null) =>
  fetch(http.url + (path ?? "/nothing"), { headers: { cookie: owner.cookie } });

async function textOf(path: string | null): Promise<string> {
  const answer = await get(path);
  expect(answer.status).toBe(200);
  return answer.text();
}

async function names(videoId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of server.storage.list(videoFolder(videoId))) {
    keys.push(key.slice(videoFolder(videoId).length + 1));
  }
  return keys;
}

/** Facts of a derived file. */
async function factsOf(videoId: string, name: string): Promise<ProbeFacts> {
  const probe = await tools.probe(join(server.filesFolder, "objects", renditionFolder(videoId), name));
  if (!probe.ok) throw new Error(probe.message);
  return probe.facts;
}

describe("a video that browsers play as it is", () => {
  it.each(["h264", "h264-index-at-end", "vp9"] as const)(
    "can be watched at once, and its stills follow: %s",
    async (name) => {
      const videoId = await receive(name);
      const [prepare] = workers();
      await prepare?.work({ videoId }, new AbortController().signal);
      expect(await playback(videoId)).toMatchObject({ state: "ready", posterUrl: null, waveformUrl: null });
      expect(events).toEqual([`ready ${videoId}`]);
      await server.work(workers());
      const seen = await playback(videoId);
      expect(seen).toMatchObject({ state: "ready", prepared: 1, playlistUrl: null });
      // Successful attempts are not counted: a video may be prepared any number of times.
      expect((await row(videoId))?.attempts).toBe(0);
      expect((await get(seen.fileUrl)).headers.get("content-length")).toBe(String(seen.bytes));
      expect((await get(seen.posterUrl)).headers.get("content-type")).toBe("image/jpeg");
      const storyboard: { sheets: string[] } = JSON.parse(await textOf(seen.storyboardUrl));
      const sheet = seen.storyboardUrl?.replace("storyboard.json", storyboard.sheets[0] ?? "");
      expect((await get(sheet ?? null)).status).toBe(200);
      expect(JSON.parse(await textOf(seen.waveformUrl))).toMatchObject({ peaks: expect.any(Array) });
      const original = await server.run(owner, (ctx) => videoOriginal(ctx, videoId));
      expect(original).toMatchObject({ bytes: seen.bytes, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    },
  );

  it.each([
    ["h264", heavy],
    ["one-key-frame", {}],
  ] as const)("gets a light rendition, without being converted first: %s", async (name, change) => {
    const videoId = await receive(name);
    expect(await server.work(workers(change))).not.toContain("media.render");
    const done = await playback(videoId);
    expect(done).toMatchObject({ isOriginal: true, slowSteps: name === "one-key-frame" });
    expect((await get(done.lightUrl)).status).toBe(200);
    const { frames, keyFrameSeconds } = (await factsOf(videoId, "light.mp4")).video;
    expect([frames, keyFrameSeconds]).toEqual([done.frames, expect.closeTo(0.4, 1)]);
  });

  it("gets its light rendition only when enough disk space is free", async () => {
    const videoId = await receive("h264");
    const storage = { ...server.storage, freeBytes: async () => 0 };
    const cramped = mediaJobs({ ...server.dependencies, storage, tools: { ...tools, ...heavy } });
    await expect(server.work(cramped)).rejects.toMatchObject({ code: "no_space" });
    expect(await playback(videoId)).toMatchObject({ state: "ready", lightUrl: null });
    const refining = workers(heavy).find(({ definition }) => definition.job === "media.refine");
    await refining?.work({ videoId }, new AbortController().signal);
    expect(await playback(videoId)).toMatchObject({ lightUrl: expect.any(String) });
  });

  it("is no longer processed when it is deleted", async () => {
    const videoId = await receive("h264");
    const endless: VideoTools["makeDeferredFiles"] = async ({ signal }) => {
      await server.run(null, (ctx) => deleteVideo(ctx, videoId));
      return new Promise((_made, stop) => signal?.addEventListener("abort", () => stop(signal.reason)));
    };
    await server.work(workers({ ...heavy, makeDeferredFiles: endless }));
    expect(await names(videoId)).toEqual([]);
    expect(await readdir(server.dependencies.scratchFolder)).toEqual([]);
  });

  it("keeps its portrait format, and has no waveform without sound", async () => {
    const videoId = await receive("silent-portrait");
    await server.work(workers());
    expect(await playback(videoId)).toMatchObject({
      state: "ready",
      width: 360,
      height: 640,
      posterUrl: expect.any(String),
      waveformUrl: null,
    });
  });

  it("is playable on a server without ffmpeg", async () => {
    const videoId = await receive("h264");
    await server.work(mediaJobs({ ...server.dependencies, tools: createVideoTools(null) }));
    expect(await playback(videoId)).toMatchObject({ state: "ready", posterUrl: null, storyboardUrl: null });
  });
});

describe("a video that needs a rendition", () => {
  it("is playable from its first segment, reports its progress, and becomes a file", async () => {
    const videoId = await receive("h264-small-minute");
    const whileMade: Playback[] = [];
    const watching: VideoTools["makeRendition"] = (order) =>
      tools.makeRendition({
        ...order,
        onProgress: (share) => {
          order.onProgress?.(share);
          void playback(videoId).then((now) => whileMade.push(now));
        },
      });
    await server.work(workers({ ...small, makeRendition: watching }));
    expect(events).toEqual([`ready ${videoId}`]);
    const growing = whileMade.find((now) => now.state === "ready");
    expect(growing).toMatchObject({ fileUrl: null, playlistUrl: expect.stringMatching(/index\.m3u8$/) });
    expect(growing?.prepared).toBeLessThan(1);
    const done = await playback(videoId);
    expect(done).toMatchObject({ state: "ready", prepared: 1, playlistUrl: null, fileType: "video/mp4" });
    const file = await get(done.fileUrl);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "video/mp4"]);
    // A player that still uses the playlist reaches its end.
    const playlist = await get(growing?.playlistUrl ?? null);
    expect(playlist.headers.get("cache-control")).toBe("no-store");
    const lines = (await playlist.text()).trim().split("\n");
    expect(lines.at(-1)).toBe("#EXT-X-ENDLIST");
    const segments = lines.filter((line) => line.endsWith(".m4s"));
    expect(segments).toHaveLength(30);
    for (const name of ["init.mp4", "segment00029.m4s"]) {
      const piece = await get(growing?.playlistUrl?.replace("index.m3u8", name) ?? null);
      expect(piece.headers.get("cache-control")).toMatch(/^private, max-age=\d+, immutable$/);
      await piece.arrayBuffer();
    }
    expect(JSON.parse(await textOf(done.waveformUrl))).toMatchObject({ peaks: expect.any(Array) });
    expect(server.realtimeMessages.filter(({ name }) => name === "video_changed").length).toBeGreaterThan(1);
    expect(await readdir(server.dependencies.scratchFolder)).toEqual([]);
  });

  it.each(["hevc", "variable-rate", "h264-in-matroska", "prores-silent", "avi"] as const)(
    "becomes watchable: %s",
    async (name) => {
      const videoId = await receive(name);
      await server.work(workers({ ...small, plan: tools.plan }));
      const done = await playback(videoId);
      expect(done).toMatchObject({ state: "ready", prepared: 1 });
      expect((await get(done.fileUrl)).status).toBe(200);
      expect((await get(done.posterUrl)).status).toBe(200);
    },
  );

  it("stays playable without a file of higher resolution and stills if these can never be made", async () => {
    const never = async () => {
      throw new AdapterError({ kind: "permanent", code: "time_limit", message: "Too slow." });
    };
    const highResolution = { deferredHeights: () => ({ highResolution: 180, light: null }) };
    const rendered = await receive("prores");
    await server.work(workers({ ...small, ...highResolution, makeDeferredFiles: never }));
    const original = await receive("h264");
    await server.work(workers({ makeStills: never }));
    expect(await row(rendered)).toMatchObject({ state: "ready", highResolutionDone: null, prepared: 1 });
    expect(await row(original)).toMatchObject({ state: "ready", stillsDone: null, prepared: 1 });
  });

  it("gets a rendition of higher resolution and a light one afterwards where the original allows it", async () => {
    const videoId = await receive("prores");
    await server.work(workers({ ...small, deferredHeights: () => ({ highResolution: 180, light: 60 }) }));
    const done = await playback(videoId);
    expect(done.fileUrl).toMatch(/\/rendition\/sharp\.mp4$/);
    expect(done.lightUrl).toMatch(/\/rendition\/light\.mp4$/);
    const sharp = (await factsOf(videoId, "sharp.mp4")).video;
    const light = (await factsOf(videoId, "light.mp4")).video;
    expect(sharp).toMatchObject({ height: 180, keyFrameSeconds: expect.closeTo(2, 1) });
    expect(light).toMatchObject({ height: 60, keyFrameSeconds: expect.closeTo(0.4, 1) });
    expect((await get(done.fileUrl)).status).toBe(200);
    expect((await get(done.lightUrl)).status).toBe(200);
  });

  it("gets its light rendition by its own bitrate, not by that of its original", async () => {
    const asked: (MadeRendition | null)[] = [];
    const deferredHeights: VideoTools["deferredHeights"] = (_facts, rendition) => {
      asked.push(rendition);
      return { highResolution: null, light: null };
    };
    const videoId = await receive("hevc");
    await server.work(workers({ deferredHeights }));
    await receive("h264");
    await server.work(workers({ deferredHeights }));
    const { bitrate, video } = await factsOf(videoId, "video.mp4");
    expect(asked).toEqual([{ height: video.height, bitrate: expect.closeTo(bitrate, -3) }, null]);
  });

  it("gets no file whose frames differ from the first rendition's", async () => {
    const videoId = await receive("h264");
    const skipping: VideoTools["makeDeferredFiles"] = async (order) => {
      const made = await tools.makeDeferredFiles(order);
      return new Map([...made].map(([name, file]) => [name, { ...file, framesMatch: false }]));
    };
    await server.work(workers({ ...heavy, makeDeferredFiles: skipping }));
    expect(await playback(videoId)).toMatchObject({ state: "ready", lightUrl: null });
    expect(await names(videoId)).not.toContain("rendition/light.mp4");
  });

  it("continues after its worker was killed", async () => {
    const videoId = await receive("prores");
    const killed = new Error("killed");
    const dying: VideoTools["makeRendition"] = async (order) => {
      await tools.makeRendition(order);
      throw killed;
    };
    await expect(server.work(workers({ ...small, makeRendition: dying }))).rejects.toThrow(killed);
    const before = await playback(videoId);
    expect(before).toMatchObject({ state: "ready", fileUrl: null });
    expect(await textOf(before.playlistUrl)).toContain("segment00000.m4s");
    const again = rendering(workers(small));
    await again?.work({ videoId }, new AbortController().signal);
    const after = await playback(videoId);
    expect(after).toMatchObject({ state: "ready", prepared: 1, playlistUrl: null });
    expect(events).toEqual([`ready ${videoId}`]);
    // A repeated job, as a queue may deliver it, changes and counts nothing.
    for (let times = 0; times < 8; times++) {
      await again?.work({ videoId }, new AbortController().signal);
      expect(await row(videoId)).toMatchObject({ state: "ready", attempts: 0 });
    }
    expect(await playback(videoId)).toEqual(after);
    expect(events).toEqual([`ready ${videoId}`]);
  });

  it("is made by two workers at once if the first was considered dead too early", async () => {
    const videoId = await receive("h264-minute-of-10-fps");
    const [prepare] = workers(small);
    await prepare?.work({ videoId }, new AbortController().signal);
    const taken = Promise.withResolvers<void>();
    const first = rendering(
      workers({
        ...small,
        makeRendition: (order) => tools.makeRendition({ ...order, onFirstSegment: taken.resolve }),
      }),
    )?.work({ videoId }, new AbortController().signal);
    await taken.promise;
    const second = rendering(workers(small))?.work({ videoId }, new AbortController().signal);
    await Promise.all([first, second]);
    expect(await row(videoId)).toMatchObject({ state: "ready", prepared: 1, attempts: 0 });
    expect(events).toEqual([`ready ${videoId}`]);
    expect(await readdir(server.dependencies.scratchFolder)).toEqual([]);
  });

  it("is aborted when the video is deleted meanwhile, and leaves nothing", async () => {
    const videoId = await receive("h264-minute-of-10-fps");
    const deleting: VideoTools["makeRendition"] = (order) =>
      tools.makeRendition({
        ...order,
        onFirstSegment: () => void server.run(null, (ctx) => deleteVideo(ctx, videoId)),
      });
    await server.work(workers({ ...small, makeRendition: deleting }));
    expect((await row(videoId))?.state).toBe("deleted");
    expect(await names(videoId)).toEqual([]);
  });

  it("is refused without ffmpeg, with the reason", async () => {
    const videoId = await receive("prores");
    await server.work(mediaJobs({ ...server.dependencies, tools: createVideoTools(null) }));
    expect(await row(videoId)).toMatchObject({
      state: "refused",
      failure: { code: "no_ffmpeg", obstacle: expect.stringMatching(/\w/) },
    });
    expect(await names(videoId)).toEqual([]);
  });
});

describe("a video whose plan has changed since it was probed", () => {
  const taller = { renditionHeight: () => 180 };

  it("gets the planned rendition in the planned height, although it no longer needs one", async () => {
    const videoId = await receive("h264");
    const [prepare] = workers(small);
    await prepare?.work({ videoId }, new AbortController().signal);
    await server.work(workers(taller));
    expect(await row(videoId)).toMatchObject({ state: "ready", plays: "rendition", prepared: 1 });
    expect((await factsOf(videoId, "video.mp4")).video.height).toBe(90);
    expect((await get((await playback(videoId)).fileUrl)).status).toBe(200);
  });

  it("gets it as well when it is probed again", async () => {
    const videoId = await receive("h264");
    const [prepare] = workers(small);
    await prepare?.work({ videoId }, new AbortController().signal);
    server.queue.length = 0;
    const [again] = workers(taller);
    await again?.work({ videoId }, new AbortController().signal);
    await server.work(workers());
    expect(await row(videoId)).toMatchObject({ state: "ready", plays: "rendition", renditionHeight: 90 });
  });

  it("plays as it is where its rendition can no longer be made and isn't needed", async () => {
    const videoId = await receive("h264");
    const [prepare] = workers(small);
    await prepare?.work({ videoId }, new AbortController().signal);
    const [again] = mediaJobs({ ...server.dependencies, tools: createVideoTools(null) });
    await again?.work({ videoId }, new AbortController().signal);
    await server.work(workers());
    expect(await row(videoId)).toMatchObject({ state: "ready", plays: "original", renditionDone: null });
  });

  it("keeps playing as it is, with its stills", async () => {
    const videoId = await receive("h264");
    const [prepare] = workers();
    await prepare?.work({ videoId }, new AbortController().signal);
    await server.work(workers(small));
    expect(await row(videoId)).toMatchObject({ plays: "original", stillsDone: expect.any(Date) });
  });
});

describe("a file that is not a video", () => {
  it.each([
    ["text", "not_a_video"],
    ["truncated-fast-start", "truncated"],
    ["truncated", "truncated"],
    ["audio-only", "no_picture"],
    ["picture", "not_a_video"],
    ["playlist", "not_a_video"],
  ] as const)("is refused with its reason, and deleted: %s", async (name, code) => {
    const videoId = await receive(name);
    await server.work(workers());
    expect(await row(videoId)).toMatchObject({ state: "refused", failure: { code } });
    expect(events).toEqual([`refused ${videoId}`]);
    expect(await names(videoId)).toEqual([]);
  });

  it("is refused after attempts that end without a result", async () => {
    const videoId = await receive("h264");
    const crashing = workers({ probe: () => Promise.reject(new Error("The parser was killed.")) });
    const [prepare] = crashing;
    for (let tries = 0; tries < 6; tries++) {
      await expect(prepare?.work({ videoId }, new AbortController().signal)).rejects.toThrow("killed");
      expect((await row(videoId))?.state).toBe("preparing");
    }
    await prepare?.work({ videoId }, new AbortController().signal);
    expect(await row(videoId)).toMatchObject({ state: "refused", failure: { code: "attempts_exhausted" } });
  });

  it("is prepared after six kills of the process, and refused after many", async () => {
    const videoId = await receive("prores");
    const [prepare] = workers();
    await prepare?.work({ videoId }, new AbortController().signal);
    const killing = rendering(workers({ makeRendition: () => new Promise(() => {}) }));
    for (let tries = 1; tries <= 18; tries++) {
      expect((await row(videoId))?.state).toBe("preparing");
      void killing?.work({ videoId }, new AbortController().signal);
      await expect.poll(async () => (await row(videoId))?.attempts).toBe(tries);
    }
    await killing?.work({ videoId }, new AbortController().signal);
    expect(await row(videoId)).toMatchObject({ state: "refused" });
  });

  it("is not considered lost when the whole store is empty, as with a volume that is not mounted", async () => {
    const videoId = await receive("h264");
    const gone = () => Promise.reject(new StorageError("missing", "There is no stored object."));
    const nothing = { list: async function* () {}, stat: async () => null, asFile: gone, read: gone };
    const storage = { ...server.storage, ...nothing };
    const [prepare] = mediaJobs({ ...server.dependencies, tools, storage });
    for (let tries = 0; tries < 8; tries++) {
      await expect(prepare?.work({ videoId }, new AbortController().signal)).rejects.toThrow("no stored");
    }
    expect(await row(videoId)).toMatchObject({ state: "preparing", attempts: 0 });
    await server.work(workers());
    expect(await playback(videoId)).toMatchObject({ state: "ready" });
  });

  it("is not refused when the store becomes unavailable while the file is looked up", async () => {
    const videoId = await receive("h264");
    const gone = () => Promise.reject(new StorageError("missing", "There is no stored object."));
    const away = () => Promise.reject(new StorageError("unavailable", "The store does not answer."));
    const storage = { ...server.storage, stat: away, asFile: gone };
    const [prepare] = mediaJobs({ ...server.dependencies, tools, storage });
    for (let tries = 0; tries < 8; tries++) {
      await expect(prepare?.work({ videoId }, new AbortController().signal)).rejects.toThrow("no stored");
    }
    expect(await row(videoId)).toMatchObject({ state: "preparing", attempts: 0 });
  });

  it.each([
    new AdapterError({ kind: "needs-user", code: "no_space", message: "The disk is full." }),
    // A system error of a write.
    Object.assign(new Error("The disk is full."), { code: "ENOSPC" }),
  ])("is not blamed for a full disk: $code", async (error) => {
    const videoId = await receive("prores");
    const full: VideoTools["makeRendition"] = async () => {
      throw error;
    };
    const failing = workers({ ...small, makeRendition: full });
    await expect(server.work(failing)).rejects.toThrow("full");
    const render = rendering(failing);
    for (let tries = 0; tries < 10; tries++) {
      await expect(render?.work({ videoId }, new AbortController().signal)).rejects.toThrow("full");
    }
    const healthy = rendering(workers(small));
    await healthy?.work({ videoId }, new AbortController().signal);
    expect(await playback(videoId)).toMatchObject({ state: "ready", prepared: 1 });
    await expect(access(server.dependencies.scratchFolder)).resolves.toBeUndefined();
  });
});
