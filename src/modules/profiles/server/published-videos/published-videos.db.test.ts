import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { eq } from "drizzle-orm";
import Fastify, { type FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { createDiskStorage } from "#adapters/object-storage/disk.ts";
import { sendError } from "#app/server/error-replies.ts";
import type { Role } from "#core/permission.ts";
import type { Actor, Run } from "#core/server/context.ts";
import { after, day, hour } from "#core/time.ts";
import { removeVideoObjects } from "#modules/media/server/deletion/jobs.ts";
import { deleteVideo } from "#modules/media/server/public/media.ts";
import { storedFiles, videos } from "#modules/media/server/tables.ts";
import { fileKey, originalKey, posterKey } from "#modules/media/server/videos/object-keys.ts";
import { people } from "#modules/people/server/tables.ts";
import { posterAddress, posterSize, videosPerPage } from "#modules/profiles/rules/profiles.ts";
import { deliveries } from "#modules/publishing/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";
import { createTestRun } from "#testing/run.ts";

import { registerProfilesRoutes } from "../profiles/routes.ts";
import { listPublishedVideos } from "./list.ts";
import { selectPublicVideos } from "./queries.ts";

const start = new Date("2026-11-20T10:00:00Z");
let database: FreshDatabase;
let folder: string;
let run: Run;
let app: FastifyInstance;
let creator: Named;
let editor: Named;
let visitor: Named;
let named = 0;

type Named = Actor & { name: string };

beforeAll(async () => {
  database = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), "reelay-published-"));
  run = createTestRun(database.db, { enqueue: async () => undefined });
  app = Fastify();
  app.setErrorHandler(sendError);
  registerProfilesRoutes(app, { read: run, storage: createDiskStorage(folder) });
});

afterAll(async () => {
  await app.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  creator = await person("YOUTUBER");
  editor = await person("EDITOR");
  visitor = await person("YOUTUBER");
});

async function person(role: Role): Promise<Named> {
  named += 1;
  const name = `${role.toLowerCase()}${named}`;
  const values = { email: `${name}@example.com`, name, nameKey: name, role, createdAt: start };
  const [row] = await database.db.insert(people).values(values).returning({ id: people.id });
  return { id: row?.id ?? 0, role, name, sessionId: "0198a000-0000-7000-8000-000000000000" };
}

interface Published {
  title?: string;
  stage?: "published" | "publishing" | "approved" | "cancelled";
  poster?: string;
  thumbnail?: string;
  delivery?: Partial<typeof deliveries.$inferInsert>;
}

/** A task whose video is published as public. `poster` and `thumbnail` are the colours of stored images. */
async function publish({
  title = "Monsoon",
  stage = "published",
  poster,
  thumbnail,
  delivery,
}: Published = {}) {
  const storage = createDiskStorage(folder);
  const videoId = randomUUID();
  await database.db.insert(videos).values({
    id: videoId,
    taskId: 1,
    personId: editor.id,
    fileName: "cut.mp4",
    type: "video/mp4",
    bytes: 10,
    state: "ready",
    createdAt: start,
    posterDone: poster ? start : null,
  });
  await storage.put(originalKey(videoId), Buffer.from("the video"));
  if (poster) await storage.put(posterKey(videoId), await image(poster));
  const thumbnailFileId = thumbnail ? randomUUID() : null;
  if (thumbnailFileId && thumbnail) {
    await database.db.insert(storedFiles).values({
      id: thumbnailFileId,
      personId: creator.id,
      name: "thumbnail.png",
      type: "image/png",
      bytes: 100,
      state: "kept",
      createdAt: start,
    });
    await storage.put(fileKey(thumbnailFileId), await image(thumbnail));
  }
  const [task] = await database.db
    .insert(tasks)
    .values({
      creatorId: creator.id,
      editorId: editor.id,
      stage,
      taskTitle: "Private notes",
      workDescription: "Cut",
      deadline: start,
      title,
      description: "",
      madeForKids: false,
      tags: [],
      thumbnailFileId,
      attachmentFileIds: [],
      createdAt: start,
      updatedAt: start,
    })
    .returning({ id: tasks.id });
  await database.db.insert(deliveries).values({
    taskId: task?.id ?? 0,
    personId: creator.id,
    videoId,
    bytes: 10,
    step: "done",
    consent: {},
    kind: "youtube",
    visibility: "public",
    shownVisibility: "public",
    watchUrl: `https://video.example/${videoId}`,
    startedAt: start,
    finishedAt: start,
    publicAt: start,
    ...delivery,
  });
  return videoId;
}

async function image(background: string): Promise<Buffer> {
  return sharp({ create: { width: 1280, height: 720, channels: 3, background } })
    .png()
    .toBuffer();
}

const list = (cursor?: string, username = creator.name) =>
  run(visitor, (ctx) => listPublishedVideos(ctx, { username, cursor, limit: videosPerPage }));
const titles = async () => (await list()).items.map(({ title }) => title);
const fetchPoster = (videoId: string) => app.inject(posterAddress(videoId));

describe("the published videos of a creator", () => {
  it("have the published title, time, link and poster", async () => {
    const videoId = await publish({ title: "Monsoon on the Konkan line", poster: "teal" });
    expect(await list()).toEqual({
      items: [
        {
          title: "Monsoon on the Konkan line",
          watchUrl: `https://video.example/${videoId}`,
          publishedAt: start.toISOString(),
          posterUrl: posterAddress(videoId),
        },
      ],
      nextCursor: null,
    });
  });

  it("are also the published work of their editor, and of no other one", async () => {
    const videoId = await publish({ title: "Monsoon on the Konkan line", poster: "teal" });
    await publish({ title: "Not public", delivery: { publicAt: null } });
    const later = new Date(start.getTime() + 1000);
    await publish({ title: "Tides", delivery: { publicAt: later } });
    const { items } = await list(undefined, editor.name);
    expect(items.map(({ title }) => title)).toEqual(["Tides", "Monsoon on the Konkan line"]);
    expect(items[1]).toEqual({
      title: "Monsoon on the Konkan line",
      watchUrl: `https://video.example/${videoId}`,
      publishedAt: start.toISOString(),
      posterUrl: posterAddress(videoId),
    });
    const other = await person("EDITOR");
    expect((await list(undefined, other.name)).items).toEqual([]);
  });

  const hidden: [string, Published][] = [
    ["not public, or not yet", { delivery: { publicAt: null } }],
    [
      "still being sent",
      { stage: "publishing", delivery: { step: "publish", finishedAt: null, publicAt: null } },
    ],
    [
      "failed",
      {
        stage: "approved",
        delivery: { step: "publish", problemCode: "quota", finishedAt: null, publicAt: null },
      },
    ],
    ["of a cancelled task", { stage: "cancelled" }],
  ];
  it.each(hidden)("don't include a video that is %s, nor its poster", async (_, how) => {
    await publish({ title: "Public", poster: "teal" });
    const videoId = await publish({ title: "Hidden", poster: "teal", thumbnail: "red", ...how });
    expect(await titles()).toEqual(["Public"]);
    expect((await fetchPoster(videoId)).statusCode).toBe(404);
  });

  it("include a scheduled video with the time at which it became public", async () => {
    const publicAt = after(start, day);
    await publish({ delivery: { publishAt: publicAt, publicAt } });
    expect((await list()).items).toMatchObject([{ publishedAt: publicAt.toISOString() }]);
  });

  it("come newest first in pages of 12, also where several have the same time", async () => {
    const expected: string[] = [];
    for (let at = 0; at < 27; at += 1) {
      const title = `Video ${at}`;
      await publish({ title, delivery: { publicAt: after(start, Math.floor(at / 5) * hour) } });
      expected.unshift(title);
    }
    const first = await list();
    const second = await list(first.nextCursor ?? "");
    const third = await list(second.nextCursor ?? "");
    expect([first, second, third].map(({ items }) => items.length)).toEqual([12, 12, 3]);
    expect([first, second, third].flatMap(({ items }) => items.map(({ title }) => title))).toEqual(expected);
    expect(third.nextCursor).toBeNull();
    await expect(list("12")).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("are not found by an unknown name, nor after the account is deleted", async () => {
    const videoId = await publish({ poster: "teal" });
    await expect(list(undefined, "nobody")).rejects.toMatchObject({ code: "profile_not_found" });
    await database.db.update(people).set({ deletedAt: start }).where(eq(people.id, creator.id));
    await expect(list()).rejects.toMatchObject({ code: "profile_not_found", status: 404 });
    expect((await fetchPoster(videoId)).statusCode).toBe(404);
  });

  it("are read from an index without sorting", async () => {
    await database.pool.query(
      `with made as (insert into tasks (creator_id, editor_id, stage, task_title, work_description, deadline, title,
         description, made_for_kids, tags, attachment_file_ids, created_at, updated_at)
       select $1, $2, 'published', 'Reel', 'Cut', now(), 'Reel', '', false, '{}', '{}', now(), now()
       from generate_series(1, 3000) returning id)
       insert into deliveries (task_id, kind, person_id, video_id, bytes, step, visibility, shown_visibility, watch_url,
         consent, started_at, finished_at, public_at)
       select id, 'youtube', $1, $3, 10, 'done', 'public', 'public', 'https://video.example/1', '{}', now(), now(),
         now() - id * interval '1 minute' from made`,
      [creator.id, editor.id, await publish()],
    );
    await database.pool.query("analyze deliveries");
    await database.pool.query("analyze tasks");
    const before = { at: new Date(), taskId: 1 };
    const query = { personId: creator.id, side: "creator" as const, before, limit: 13 };
    const { sql, params } = selectPublicVideos(database.db, query).toSQL();
    const { rows } = await database.pool.query<{ "QUERY PLAN": string }>(`explain ${sql}`, params);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("Backward using deliveries_public_of_person");
    expect(plan).not.toContain("Sort");
  });
});

describe("the poster of a published video", () => {
  /** The colour in the middle of the served poster. */
  async function colourOf(videoId: string): Promise<number[]> {
    const served = await fetchPoster(videoId);
    expect(served.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=3600",
      "x-content-type-options": "nosniff",
    });
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: "webp", ...posterSize });
    const { dominant } = await sharp(served.rawPayload).stats();
    return [dominant.r, dominant.g, dominant.b].map((value) => (value > 127 ? 1 : 0));
  }
  const red = [1, 0, 0];
  const blue = [0, 0, 1];

  it("is the thumbnail that was published", async () => {
    expect(await colourOf(await publish({ poster: "blue", thumbnail: "red" }))).toEqual(red);
  });

  it("is the video's still where the thumbnail was left out", async () => {
    const delivery = { skipThumbnail: true };
    expect(await colourOf(await publish({ poster: "blue", thumbnail: "red", delivery }))).toEqual(blue);
  });

  it("stays after the video is deleted", async () => {
    const videoId = await publish({ poster: "blue" });
    await run(null, (ctx) => deleteVideo(ctx, videoId, { keep: "poster" }));
    await removeVideoObjects({ run, storage: createDiskStorage(folder) }, videoId);
    expect((await list()).items).toMatchObject([{ posterUrl: posterAddress(videoId) }]);
    expect(await colourOf(videoId)).toEqual(blue);
  });

  it("is missing where nothing is stored", async () => {
    const videoId = await publish();
    expect((await list()).items).toMatchObject([{ posterUrl: null }]);
    expect((await fetchPoster(videoId)).statusCode).toBe(404);
    const lost = await publish({ poster: "blue" });
    await createDiskStorage(folder).remove(posterKey(lost));
    expect((await fetchPoster(lost)).statusCode).toBe(404);
    expect((await app.inject(posterAddress("1"))).statusCode).toBe(404);
  });
});
