import { randomUUID } from "node:crypto";

import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Ffmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import type { Jobs } from "#adapters/jobs/jobs.ts";
import { createJobs } from "#adapters/jobs/pg-boss.ts";
import { on, type Run } from "#core/server/context.ts";
import { worker } from "#core/server/job.ts";
import { after, day } from "#core/time.ts";
import { videoLost, videoRefused } from "#modules/media/contract.ts";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { createTestRun } from "#testing/run.ts";

import { drawStills, hashOriginal, prepareVideo, refineVideo, renderVideo } from "../job-definitions.ts";
import { lostWorkWorker } from "../jobs/lost-work.ts";
import { findVideo, insertVideo, type NewVideo } from "../store/videos.ts";

const log = pino({ level: "silent" });
const ffmpeg: Ffmpeg = { path: "ffmpeg", from: "PATH", version: "7", toneMaps: true };
let database: FreshDatabase;
let jobs: Jobs;
let run: Run;
const events: string[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  jobs = await createJobs({ pool: database.pool, log });
  run = createTestRun(database.db, {
    enqueue: jobs.enqueue,
    eventHandlers: [
      on(videoRefused, async (_ctx, { videoId }) => void events.push(`refused ${videoId}`)),
      on(videoLost, async (_ctx, { videoId }) => void events.push(`lost ${videoId}`)),
    ],
  });
});

beforeEach(async () => {
  await database.pool.query("delete from pgboss.job; delete from videos");
  events.length = 0;
});

afterAll(async () => {
  await jobs.stop();
  await database.drop();
});

type VideoJob = typeof prepareVideo;

async function video(more: Partial<NewVideo> = {}): Promise<string> {
  const id = randomUUID();
  const announced = { subject: "task:1", fileName: "cut.mp4", type: "video/mp4", bytes: 1, fingerprint: id };
  await run(null, (ctx) =>
    insertVideo(ctx.tx, { id, ...announced, state: "preparing", createdAt: ctx.now, ...more }),
  );
  return id;
}

const now = new Date();
/** Plays as it is, and everything has been made of it. */
const done = { state: "ready", plays: "original", readyAt: now, sha256: "known", stillsDone: now } as const;
const complete = { ...done, lightDone: now };

const enqueue = (job: VideoJob, videoId: string) => run(null, (ctx) => ctx.enqueue(job, { videoId }));

const findLost = (tools: { ffmpeg: Ffmpeg | null } = { ffmpeg }) =>
  lostWorkWorker({ run, log, traces: jobs.traces, tools }).work({}, new AbortController().signal);

/** Jobs on videos as they are in the queue, the oldest first. */
async function inQueue(): Promise<string[]> {
  const { rows } = await database.pool.query<{ what: string }>(
    "select concat(substr(name, 7), ' ', state) as what from pgboss.job order by created_on, name",
  );
  return rows.map(({ what }) => what);
}

const loseAll = () => database.pool.query("delete from pgboss.job");
const endAll = (state: "completed" | "failed") =>
  database.pool.query(`update pgboss.job set state = '${state}', completed_on = now()`);
const row = (videoId: string) => run(null, (ctx) => findVideo(ctx.tx, videoId));

describe("work that is on its way", () => {
  it("is left alone while it waits in the queue", async () => {
    await enqueue(prepareVideo, await video());
    await findLost();
    expect(await inQueue()).toEqual(["prepare created"]);
  });

  it("is left alone while it runs, and once it is to be tried again", async () => {
    const working = await createJobs({ pool: database.pool, log });
    const [taken, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await working.start([
      worker(prepareVideo, async () => {
        taken.resolve();
        await ended.promise;
      }),
    ]);
    await enqueue(prepareVideo, await video());
    await taken.promise;
    await findLost();
    expect(await inQueue()).toEqual(["prepare active"]);
    ended.reject(new Error("not today"));
    await expect.poll(inQueue).toEqual(["prepare retry"]);
    await findLost();
    expect(await inQueue()).toEqual(["prepare retry"]);
    await working.stop();
  });

  it("is left alone where what leads to it is", async () => {
    await enqueue(prepareVideo, await video({ plays: "rendition" }));
    await findLost();
    expect(await inQueue()).toEqual(["prepare created"]);
  });

  it("is asked for once by however many look for it, also while it is asked for elsewhere", async () => {
    await video();
    await Promise.all(Array.from({ length: 8 }, () => findLost()));
    expect(await inQueue()).toEqual(["prepare created"]);
  });

  it("of another video does not count", async () => {
    const [one] = [await video(), await video()];
    await enqueue(prepareVideo, one);
    await findLost();
    expect(await inQueue()).toEqual(["prepare created", "prepare created"]);
  });
});

describe("work that is lost", () => {
  const rendition = { ...done, plays: "rendition" } as const;
  const renditionDone = now;
  const cases: [string, VideoJob, Partial<NewVideo>][] = [
    ["a look at the file", prepareVideo, {}],
    ["the rendition that nobody can watch before", renderVideo, { plays: "rendition" }],
    ["a rendition that is being watched", renderVideo, rendition],
    ["the hash", hashOriginal, { ...complete, sha256: null }],
    ["stills", drawStills, { ...complete, stillsDone: null }],
    ["the light file of an original", refineVideo, done],
    ["the sharper file of a rendition", refineVideo, { ...rendition, renditionDone, lightDone: now }],
  ];

  it.each(cases)("is asked for again when it has vanished: %s", async (_name, job, facts) => {
    await video(facts);
    await findLost();
    expect(await inQueue()).toEqual([`${job.job.slice(6)} created`]);
  });

  it.each(cases)("is asked for again when it was given up: %s", async (_name, job, facts) => {
    await enqueue(job, await video(facts));
    await endAll("failed");
    await findLost();
    const name = job.job.slice(6);
    expect(await inQueue()).toEqual([`${name} failed`, `${name} created`]);
  });

  it("is none where everything has been made, or the video is over", async () => {
    await video(complete);
    for (const state of ["receiving", "refused", "deleted"] as const) await video({ state });
    await findLost();
    expect(await inQueue()).toEqual([]);
  });
});

describe("what can't be done", () => {
  it("is asked for so often, and then the video is refused with a sentence", async () => {
    const videoId = await video();
    for (let losses = 1; losses < 6; losses++) {
      await findLost();
      expect(await inQueue()).toEqual(["prepare created"]);
      // As a worker does that ends without having done anything.
      await endAll("completed");
      await loseAll();
    }
    await findLost();
    expect(events).toEqual([`refused ${videoId}`]);
    expect(await row(videoId)).toMatchObject({
      state: "refused",
      refusal: "The server could not prepare this video, in spite of several tries. Please upload it again.",
    });
    expect(await inQueue()).toEqual(["remove created"]);
  });

  it("sends back, once, what is watched already", async () => {
    const videoId = await video({ ...done, plays: "rendition", attempts: 5 });
    for (let times = 0; times < 3; times++) await findLost();
    expect([events, await inQueue()]).toEqual([[`lost ${videoId}`], []]);
  });

  it("is not asked for again where a video does without it: it was tried, or given up three times", async () => {
    const without = { ...done, stillsDone: null };
    await enqueue(drawStills, await video({ ...without, lightDone: now }));
    await endAll("completed");
    await findLost();
    expect(await inQueue()).toEqual(["stills completed"]);
    await loseAll();
    for (let times = 0; times < 5; times++) {
      await findLost();
      await endAll("failed");
    }
    expect(await inQueue()).toEqual(["stills failed", "stills failed", "stills failed"]);
  });

  it("is not asked for of old videos, which the queue does not remember, or without ffmpeg", async () => {
    await video({ ...done, stillsDone: null, sha256: null, readyAt: after(now, -3 * day) });
    await findLost();
    expect(await inQueue()).toEqual(["hash created"]);
    await video({ ...done, stillsDone: null });
    await findLost({ ffmpeg: null });
    expect(await inQueue()).toEqual(["hash created"]);
  });
});
