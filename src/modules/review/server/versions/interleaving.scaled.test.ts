import { createHash, randomBytes, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { afterAll, beforeAll, expect, it } from "vitest";

import type { ProbeFacts } from "#adapters/ffmpeg/facts.ts";
import { findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { createVideoTools } from "#adapters/ffmpeg/video-tools.ts";
import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import { AppError } from "#core/error.ts";
import type { Actor, Context } from "#core/server/context.ts";
import type { JobWorker } from "#core/server/job.ts";
import { isDiscarded } from "#modules/media/rules/video-states.ts";
import { reconcileWorker } from "#modules/media/server/cleanup/reconcile.ts";
import { keptKeys } from "#modules/media/server/deletion/kept-objects.ts";
import { findFileRows } from "#modules/media/server/files/queries.ts";
import { mediaJobs } from "#modules/media/server/jobs.ts";
import { videoOriginal } from "#modules/media/server/public/media.ts";
import { storedFiles, videos } from "#modules/media/server/tables.ts";
import { originalKey, videoFolder } from "#modules/media/server/videos/object-keys.ts";
import { findVideo } from "#modules/media/server/videos/queries.ts";
import { advanceTask, taskFor } from "#modules/tasks/server/public/tasks.ts";
import { cancelTask, createTask } from "#modules/tasks/server/tasks/task-form.ts";
import { clip } from "#testing/clips.ts";
import { replayedTools } from "#testing/replayed-tools.ts";
import { seeded } from "#testing/seeded-random.ts";
import {
  type Listening,
  everyoneMayRead,
  startApp,
  type TestActor,
  type TestApp,
} from "#testing/start-app.ts";
import { taskForm } from "#testing/task-form.ts";
import { rounds } from "#testing/tier.ts";

import { approve } from "../decisions/decisions.ts";
import { rejectVersion } from "../public/reject-version.ts";
import { approvedVersion } from "../public/review.ts";
import { reviewJobs } from "../window/jobs.ts";
import { findUnfinished, newestVersionIn } from "./queries.ts";
import { beginVersion } from "./uploads.ts";

const tasksAtOnce = 4;
const soon = { discarded: 0, unknown: 0 };

let server: TestApp;
let http: Listening;
let storage: ObjectStorage;
let workers: JobWorker[];
let creator: TestActor;
let editor: TestActor;
let picture: Buffer;
let random = seeded(1);
/** Removals of something that lived. */
const violations: string[] = [];

const chance = (share: number) => random() < share;
/** A moment that differs with the seed; often none at all. */
const pause = () => (chance(0.4) ? Promise.resolve() : wait(Math.floor(random() * 12)));
const as = <T>(actor: Actor | null, act: (ctx: Context) => Promise<T>) => server.run(actor, act);

beforeAll(async () => {
  server = await startApp();
  creator = await server.person("ines", "YOUTUBER");
  editor = await server.person("mira", "EDITOR");
  storage = watched(server.storage);
  picture = await readFile(await clip("h264"));
  const { ffmpeg } = await findFfmpeg(process.env);
  // Of one file always the same.
  const plan = ({ bytes }: ProbeFacts) =>
    bytes % 2 === 0
      ? ({ kind: "original" } as const)
      : ({ kind: "rendition", reason: "is made small" } as const);
  const tools = await replayedTools(createVideoTools(ffmpeg), {
    source: await clip("h264"),
    folder: join(server.folder, "recorded"),
    plan,
    renditionHeight: () => 90,
    deferredHeights: () => ({ highResolution: 180, light: 60 }),
    pause,
  });
  const all = mediaJobs({ ...server.dependencies, storage, tools });
  const usual = all.filter(({ definition }) => definition.job !== "media.reconcile");
  workers = [
    ...usual,
    reconcileWorker({ ...server.dependencies, storage }, soon),
    ...reviewJobs(server.dependencies),
  ];
  http = await server.listen({ storage, mayRead: everyoneMayRead });
});

afterAll(async () => {
  await http.close();
  await server.stop();
});

/** The store, with moments between its steps, and an eye on what is removed. */
function watched(inner: ObjectStorage): ObjectStorage {
  const livesNow = async (key: string): Promise<boolean> => {
    const [folder, id = ""] = key.split("/");
    if (folder === "files") {
      const [file] = await as(null, (ctx) => findFileRows(ctx.tx, [id]));
      return file?.state === "kept";
    }
    const video = await as(null, (ctx) => findVideo(ctx.tx, id));
    return video !== null && (!isDiscarded(video) || keptKeys(video).includes(key));
  };
  const removing = (remove: (key: string) => Promise<void>) => async (key: string) => {
    if (await livesNow(key)) violations.push(key);
    await pause();
    await remove(key);
    await pause();
  };
  return {
    ...inner,
    put: async (key, source, options) => {
      await pause();
      return inner.put(key, source, options);
    },
    stat: async (key) => {
      const found = await inner.stat(key);
      await pause();
      return found;
    },
    list: async function* (folder) {
      for await (const object of inner.list(folder)) {
        yield object;
        if (chance(0.25)) await pause();
      }
    },
    remove: removing(inner.remove),
    removeAll: removing(inner.removeAll),
    resumable: {
      ...inner.resumable,
      finish: async (key) => {
        await pause();
        await inner.resumable.finish(key);
        await pause();
      },
    },
  };
}

/** A video of its own: the clip with some bytes behind it that players pass over. */
function footage(): Buffer {
  const tail = randomBytes(2000 + Math.floor(random() * 200_000));
  tail.writeUInt32BE(tail.length, 0);
  tail.write("free", 4);
  return Buffer.concat([picture, tail]);
}

const newTask = () =>
  as(creator, (ctx) => createTask(ctx, taskForm({ assignedTo: "mira", deadline: "2027-12-01" })));

/** The result of an action, or null if the present state refuses it. */
async function attempt<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

const sender = () => ({ cookie: editor.cookie });

/** Sends a file in pieces as a browser does; may stop half way, or cancel. */
async function uploadByPieces(taskId: number, file: Buffer): Promise<void> {
  const videoFile = { fileName: "cut.mp4", bytes: file.length, type: "video/mp4", fingerprint: randomUUID() };
  const opened = await attempt(() => as(editor, (ctx) => beginVersion(ctx, { taskId, ...videoFile })));
  if (!opened) return;
  const request = (method: string, more: Record<string, string> = {}, body?: Buffer) =>
    fetch(http.url + opened.uploadUrl, {
      method,
      headers: { ...sender(), "tus-resumable": "1.0.0", ...more },
      ...(body && { body: new Uint8Array(body) }),
    });
  const giveUpAt = chance(0.3) ? random() * file.length : Infinity;
  const type = { "content-type": "application/offset+octet-stream" };
  for (let offset = 0; offset < file.length && offset < giveUpAt;) {
    const end = Math.min(file.length, offset + 1 + Math.floor(random() * file.length));
    const answer = await request(
      "PATCH",
      { ...type, "upload-offset": String(offset) },
      file.subarray(offset, end),
    );
    if (answer.status === 410 || answer.status === 404) return;
    if (answer.status === 204) offset = Number(answer.headers.get("upload-offset"));
    else offset = Number((await request("HEAD")).headers.get("upload-offset") ?? file.length);
    await pause();
  }
  if (giveUpAt < Infinity || chance(0.1)) await request("DELETE");
}

async function uploadByForm(taskId: number, file: Buffer): Promise<void> {
  const form = new FormData();
  form.append("taskId", String(taskId));
  form.append("video", new File([new Uint8Array(file)], "cut.mp4", { type: "video/mp4" }));
  await fetch(`${http.url}/api/v1/task/upload-video-to-server`, {
    method: "POST",
    headers: sender(),
    body: form,
  });
}

/** Decisions of the creator in random order; a publish reads every byte of the original, slowly. */
async function decide(taskId: number): Promise<void> {
  const version = await as(null, (ctx) => newestVersionIn(ctx.tx, taskId, ["in_review"]));
  if (!version) return;
  const { number } = version;
  await pause();
  if (chance(0.5)) {
    await attempt(() =>
      as(creator, (ctx) =>
        rejectVersion(ctx, { taskId, version: number, feedback: "Shorter.", openComments: 0 }),
      ),
    );
    return;
  }
  if (!(await attempt(() => as(creator, (ctx) => approve(ctx, { taskId, version: number }))))) return;
  await pause();
  if (!(await attempt(() => as(null, (ctx) => advanceTask(ctx, taskId, "start_publishing"))))) return;
  const approved = await as(creator, (ctx) => approvedVersion(ctx, taskId));
  const original = await as(null, (ctx) => videoOriginal(ctx, approved?.videoId ?? ""));
  const hash = createHash("sha256");
  for (let start = 0; start < original.bytes; start += 20_000) {
    const range = { start, end: Math.min(start + 20_000, original.bytes) - 1 };
    for await (const piece of await storage.read(original.key, range)) hash.update(piece);
    await pause();
  }
  expect(sent.has(hash.digest("hex"))).toBe(true);
  await as(null, (ctx) => advanceTask(ctx, taskId, "publish"));
}

/** Hashes of the files that editors have sent. */
const sent = new Set<string>();

async function runTask(taskId: number): Promise<void> {
  for (let step = 0; step < 6; step++) {
    const { stage } = await as(creator, (ctx) => taskFor(ctx, taskId, "view"));
    if (chance(0.06)) await attempt(() => as(creator, (ctx) => cancelTask(ctx, taskId)));
    const arriving = await as(null, (ctx) => findUnfinished(ctx.tx, taskId));
    if (!arriving && (stage === "assigned" || stage === "changes_requested")) {
      const file = footage();
      sent.add(createHash("sha256").update(file).digest("hex"));
      await (chance(0.6) ? uploadByPieces(taskId, file) : uploadByForm(taskId, file));
    }
    await wait(Math.floor(random() * 60));
    await decide(taskId);
  }
}

/** Takes jobs in any order; failed ones are repeated, as in a queue. */
async function takeJob(): Promise<boolean> {
  const due = server.queue.filter(({ when }) => !when || when <= new Date());
  const next = due[Math.floor(random() * due.length)];
  if (!next) return false;
  server.queue.splice(server.queue.indexOf(next), 1);
  const found = workers.find(({ definition }) => definition.job === next.job);
  try {
    await found?.work(next.data, new AbortController().signal);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    server.queue.push({ ...next, when: new Date(Date.now() + 5) });
  }
  return true;
}

const order = (job: string) => server.queue.push({ job, data: {}, when: undefined });

/** Runs all jobs to their end. */
async function rest(): Promise<void> {
  for (let idle = 0; idle < 3;) {
    if (await takeJob()) idle = 0;
    else {
      idle += 1;
      await wait(10);
    }
    const waiting = server.queue.filter(({ job }) => job.startsWith("media."));
    if (waiting.length > 0) idle = 0;
  }
}

/** Differences between object store and rows. */
async function findDifferences(): Promise<string[]> {
  const wrong: string[] = [];
  const { rows, files } = await as(null, async (ctx) => ({
    rows: new Map((await ctx.tx.select().from(videos)).map((row) => [row.id, row])),
    files: new Map((await ctx.tx.select().from(storedFiles)).map((row) => [row.id, row])),
  }));
  for await (const { key } of server.storage.list("")) {
    const [folder, id = ""] = key.split("/");
    const video = rows.get(id);
    const wanted =
      folder === "files" ? files.has(id) : video && (!isDiscarded(video) || keptKeys(video).includes(key));
    if (!wanted) wrong.push(`orphan ${key}`);
  }
  for (const video of rows.values()) {
    const has = async (name: string) =>
      (await server.storage.stat(`${videoFolder(video.id)}/${name}`)) !== null;
    const living = video.state === "ready" || video.state === "preparing";
    const names = [
      ...(living ? ["original"] : []),
      ...(living && video.renditionDone ? ["rendition/video.mp4", "rendition/index.m3u8"] : []),
      ...(video.posterDone ? ["poster.jpg"] : []),
      ...(video.keptFile === "original" ? ["original"] : []),
      ...(living && video.stillsDone ? ["storyboard.json"] : []),
    ];
    for (const name of names) if (!(await has(name))) wrong.push(`missing ${name} of ${video.state}`);
    // Every file was good: only a reconciler that took it for lost refuses one.
    if (video.state === "refused") wrong.push(`refused ${video.id}: ${video.failure?.code}`);
    if (video.state === "preparing") wrong.push(`stuck ${video.id}`);
    if (video.state === "ready" && video.sha256 === null) wrong.push(`unhashed ${video.id}`);
    if (!isDiscarded(video)) continue;
    const received = server.storage.resumable.received(originalKey(video.id));
    if (
      await received.then(
        () => true,
        () => false,
      )
    )
      wrong.push(`unfinished ${video.id}`);
  }
  return wrong;
}

it(
  "concurrent changes never delete a file in use and leave no orphaned files",
  async () => {
    const seed = Number(process.env["SWEEP_SEED"] ?? 20_261_121);
    for (let round = 0; round < rounds; round++) {
      random = seeded(seed + round);
      const tasks = await Promise.all(Array.from({ length: tasksAtOnce }, newTask));
      const over = new AbortController();
      const working = Array.from({ length: 3 }, async () => {
        while (!over.signal.aborted) if (!(await takeJob())) await wait(2);
      });
      const reconciling = (async () => {
        while (!over.signal.aborted) {
          order("media.reconcile");
          if (chance(0.2)) order("media.sweep");
          await wait(10 + Math.floor(random() * 30));
        }
      })();
      await Promise.all(tasks.map(({ id }) => runTask(id))).finally(() => over.abort());
      await Promise.all([...working, reconciling]);
      await rest();
      const soon = new Date(Date.now() + 1000);
      await storage.sweep({ puts: soon, resumable: soon });
      order("media.reconcile");
      await rest();
      expect({ seed: seed + round, violations, findDifferences: await findDifferences() }).toEqual({
        seed: seed + round,
        violations: [],
        findDifferences: [],
      });
    }
  },
  60_000 + rounds * 20_000,
);
