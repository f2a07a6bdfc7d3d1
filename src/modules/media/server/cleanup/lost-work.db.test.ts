import { randomUUID } from "node:crypto";

import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Ffmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import type { Jobs } from "#adapters/jobs/jobs.ts";
import { createJobs } from "#adapters/jobs/pg-boss.ts";
import { on, type Run } from "#core/server/context.ts";
import { worker } from "#core/server/job.ts";
import { after, day } from "#core/time.ts";
import { videoLost, videoRefused } from "#modules/media/contract/videos.ts";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { sampleFacts } from "#testing/reviewed-version.ts";
import { createTestRun } from "#testing/run.ts";

import { hashOriginal } from "../preparation/hash.ts";
import { prepareVideo } from "../preparation/prepare.ts";
import { refineVideo } from "../preparation/refine.ts";
import { renderVideo } from "../preparation/render.ts";
import { makeVideoStills } from "../preparation/stills.ts";
import { measurements, videos } from "../tables.ts";
import { findVideo, type NewVideo } from "../videos/queries.ts";
import { lostWorkWorker } from "./lost-work.ts";

const log = pino({ level: "silent" });
const ffmpeg: Ffmpeg = { path: "ffmpeg", from: "PATH", version: "7", toneMaps: true, measuresLoudness: true };
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
  await database.pool.query("delete from pgboss.job; delete from measurements; delete from videos");
  events.length = 0;
});

afterAll(async () => {
  await jobs.stop();
  await database.close();
});

type VideoJob = typeof prepareVideo;

/** A video whose sound is measured. */
async function video(more: Partial<NewVideo> = {}): Promise<string> {
  const id = await newVideo(more);
  const measurement = {
    videoId: id,
    part: "sound",
    obstacle: "absent",
    tools: "1/7",
    measuredAt: now,
  } as const;
  await run(null, async (ctx) => void (await ctx.tx.insert(measurements).values(measurement)));
  return id;
}

async function newVideo(more: Partial<NewVideo>): Promise<string> {
  const id = randomUUID();
  const declared = { taskId: 1, fileName: "cut.mp4", type: "video/mp4", bytes: 1 };
  await run(null, async (ctx) => {
    await ctx.tx.insert(videos).values({ id, ...declared, state: "preparing", createdAt: ctx.now, ...more });
  });
  return id;
}

const now = new Date();
/** Plays as it is, and is completely prepared. */
const done = { state: "ready", plays: "original", readyAt: now, sha256: "known", stillsDone: now } as const;
const complete = { ...done, lightDone: now };

const enqueue = (job: VideoJob, videoId: string) =>
  run(null, (ctx) => ctx.enqueue(job, { videoId }, { userId: null }));

const findLost = (tools: { ffmpeg: Ffmpeg | null } = { ffmpeg }) =>
  lostWorkWorker({ run, log, jobStatus: jobs.jobStatus, tools }).work({}, new AbortController().signal);

/** Jobs in the queue, the oldest first. */
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

describe("a pending job", () => {
  it("is not enqueued again while it waits in the queue", async () => {
    await enqueue(prepareVideo, await video());
    await findLost();
    expect(await inQueue()).toEqual(["prepare created"]);
  });

  it("is not enqueued again while it runs or waits for a retry", async () => {
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

  it("is not enqueued while the job that enqueues it is pending", async () => {
    await enqueue(prepareVideo, await video({ plays: "rendition" }));
    await findLost();
    expect(await inQueue()).toEqual(["prepare created"]);
  });

  it("is enqueued once by concurrent checks", async () => {
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

describe("a lost job", () => {
  const rendition = { ...done, plays: "rendition" } as const;
  const renditionDone = now;
  const track = { codec: "aac", codecString: null, channels: 2, sampleRate: 48_000, startSeconds: 0 };
  const named = { ...track, language: null, title: null };
  const tracks = [
    { ...named, index: 0 },
    { ...named, index: 1 },
  ];
  const twoTracks = { ...sampleFacts, audio: track, sound: { tracks, mixed: false } };
  const cases: [string, VideoJob, Partial<NewVideo>][] = [
    ["the probe of the file", prepareVideo, {}],
    ["the first rendition", renderVideo, { plays: "rendition" }],
    ["a playable rendition", renderVideo, rendition],
    ["the hash", hashOriginal, { ...complete, sha256: null }],
    ["stills", makeVideoStills, { ...complete, stillsDone: null }],
    ["the light rendition of an original", refineVideo, done],
    ["the sound tracks", refineVideo, { ...complete, facts: twoTracks }],
    ["the rendition of higher resolution", refineVideo, { ...rendition, renditionDone, lightDone: now }],
  ];

  it.each(cases)("is enqueued again when it is missing: %s", async (_name, job, facts) => {
    await video(facts);
    await findLost();
    expect(await inQueue()).toEqual([`${job.job.slice(6)} created`]);
  });

  it("is enqueued again when it is missing: the measuring of the sound", async () => {
    await newVideo(complete);
    await newVideo({ ...complete, readyAt: after(now, -3 * day) });
    await findLost();
    expect(await inQueue()).toEqual(["measure-sound created"]);
  });

  it.each(cases)("is enqueued again when it has used all its retries: %s", async (_name, job, facts) => {
    await enqueue(job, await video(facts));
    await endAll("failed");
    await findLost();
    const name = job.job.slice(6);
    expect(await inQueue()).toEqual([`${name} failed`, `${name} created`]);
  });

  it("does not exist for a completely prepared or discarded video", async () => {
    await video(complete);
    for (const state of ["receiving", "refused", "deleted"] as const) await video({ state });
    await findLost();
    expect(await inQueue()).toEqual([]);
  });
});

describe("a job that never succeeds", () => {
  it("is enqueued a limited number of times, then the video is refused", async () => {
    const videoId = await video();
    for (let losses = 1; losses < 6; losses++) {
      await findLost();
      expect(await inQueue()).toEqual(["prepare created"]);
      // Like a worker that ends without a result.
      await endAll("completed");
      await loseAll();
    }
    await findLost();
    expect(events).toEqual([`refused ${videoId}`]);
    expect(await row(videoId)).toMatchObject({
      state: "refused",
      failure: { code: "preparation_lost" },
    });
    expect(await inQueue()).toEqual(["remove created"]);
  });

  it("reports a playable video as lost, once", async () => {
    const videoId = await video({ ...done, plays: "rendition", attempts: 15 });
    for (let times = 0; times < 3; times++) await findLost();
    expect([events, await inQueue()]).toEqual([[`lost ${videoId}`], []]);
  });

  it("is not enqueued again if it is optional and has succeeded, or failed three times", async () => {
    const without = { ...done, stillsDone: null };
    await enqueue(makeVideoStills, await video({ ...without, lightDone: now }));
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

  it("is not enqueued for old videos, which the queue does not remember, or without ffmpeg", async () => {
    await video({ ...done, stillsDone: null, sha256: null, readyAt: after(now, -3 * day) });
    await findLost();
    expect(await inQueue()).toEqual(["hash created"]);
    await video({ ...done, stillsDone: null });
    await findLost({ ffmpeg: null });
    expect(await inQueue()).toEqual(["hash created"]);
  });
});
