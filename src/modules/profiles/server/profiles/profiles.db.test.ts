import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

import { eq } from "drizzle-orm";
import Fastify, { type FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createDiskStorage } from "#adapters/object-storage/disk.ts";
import { sendError } from "#app/server/error-replies.ts";
import type { FileField } from "#core/endpoint.ts";
import type { Role } from "#core/permission.ts";
import type { Actor, Run } from "#core/server/context.ts";
import { createReceiveFile } from "#modules/media/server/files/form-files.ts";
import { storedFiles } from "#modules/media/server/tables.ts";
import { fileKey } from "#modules/media/server/videos/object-keys.ts";
import { createPerson } from "#modules/people/server/public/create-person.ts";
import { people } from "#modules/people/server/tables.ts";
import { profilesEndpoints } from "#modules/profiles/contract/profiles.ts";
import { published } from "#modules/publishing/contract/publishing.ts";
import type { Stage } from "#modules/tasks/rules/stages.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";
import { createTestRun } from "#testing/run.ts";

import { profilesEventHandlers } from "../event-handlers.ts";
import { editProfile, listTopCreators, listTopEditors, viewProfile } from "../public/profiles.ts";
import { registerProfilesRoutes } from "./routes.ts";

let database: FreshDatabase;
let run: Run;
let app: FastifyInstance;
let folder: string;
const enqueued: string[] = [];
const told: { to: readonly unknown[]; name: string; payload: unknown }[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), "reelay-profiles-"));
  run = createTestRun(database.db, {
    enqueue: async (_tx, { job }) => {
      enqueued.push(job);
    },
    sendRealtime: (to, name, payload) => told.push({ to, name, payload }),
    eventHandlers: profilesEventHandlers(),
  });
  app = Fastify();
  app.setErrorHandler(sendError);
  registerProfilesRoutes(app, { read: run, storage: createDiskStorage(folder) });
});

afterAll(async () => {
  await app.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function person(name: string, role: Role = "EDITOR"): Promise<Actor> {
  const email = `${name}@example.com`;
  const { id } = await run(null, (ctx) => createPerson(ctx, { email, role, passwordHash: null }));
  return { id, role, sessionId: "0198a000-0000-7000-8000-000000000000" };
}

/** Sends a picture as a form would; answers the staged file's id. */
async function send(actor: Actor, size: { width: number; height: number }): Promise<string> {
  const content = await sharp({ create: { ...size, channels: 3, background: "#a33" } })
    .jpeg()
    .toBuffer();
  const receive = createReceiveFile({ run, storage: createDiskStorage(folder) });
  const field: FileField = profilesEndpoints.editProfile.form.files.profileImg;
  const stream = Readable.from([content]);
  const file = {
    name: "me.jpg",
    type: "image/jpeg",
    stream,
    remainingBytes: content.length,
    countsFor: null,
  };
  return (await receive(actor, field, file)).id;
}

async function shareTask(creator: Actor, editor: Actor, stage: Stage): Promise<number> {
  const [task] = await database.db
    .insert(tasks)
    .values({
      creatorId: creator.id,
      editorId: editor.id,
      stage,
      taskTitle: "Reel",
      workDescription: "Cut it",
      deadline: new Date(),
      title: "",
      description: "",
      madeForKids: false,
      tags: [],
      attachmentFileIds: [],
      createdAt: new Date(),
      updatedAt: new Date(),
    })
    .returning({ id: tasks.id });
  return task?.id ?? 0;
}

const plain = { bio: null, link: null };

describe("editing a profile", () => {
  it("saves the texts, which others see", async () => {
    const actor = await person("mira");
    const edit = { name: "Mira Sol", bio: "I cut reels.", link: "https://example.com" };
    const saved = await run(actor, (ctx) => editProfile(ctx, edit));
    expect(saved).toMatchObject({ name: "Mira Sol", attachedLinks: ["https://example.com"], editable: true });
    const seen = await run(await person("visitor"), (ctx) => viewProfile(ctx, "mira sol"));
    expect(seen).toMatchObject({ bio: "I cut reels.", editable: false, email: "" });
  });

  it("notifies the user and users with a shared open task once", async () => {
    const [editor, creator, former] = [
      await person("told.editor"),
      await person("told.creator", "YOUTUBER"),
      await person("told.former", "YOUTUBER"),
    ];
    await shareTask(creator, editor, "assigned");
    await shareTask(creator, editor, "in_review");
    await shareTask(former, editor, "published");
    told.length = 0;
    await run(editor, (ctx) => editProfile(ctx, { name: "told.editor", ...plain }));
    const payload = { personId: editor.id };
    expect(told).toEqual([{ to: [editor.id, creator.id], name: "profile_changed", payload }]);
    told.length = 0;
    await run(creator, (ctx) => editProfile(ctx, { name: "told.creator", ...plain }));
    expect(told.map(({ to }) => to)).toEqual([[creator.id, editor.id]]);
  });

  it("is not found by an unknown name", async () => {
    const look = run(null, (ctx) => viewProfile(ctx, "nobody\u0000 here"));
    await expect(look).rejects.toMatchObject({ code: "profile_not_found", status: 404 });
  });

  it("resizes the sent pictures and deletes the replaced ones", async () => {
    const actor = await person("pictured");
    const first = await send(actor, { width: 2400, height: 1600 });
    const banner = await send(actor, { width: 3000, height: 1000 });
    const pictures = { pictureFileId: first, bannerFileId: banner };
    const saved = await run(actor, (ctx) => editProfile(ctx, { name: "pictured", ...plain, ...pictures }));

    const shown = await app.inject(saved.profileImgUrl);
    expect(shown.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({
      format: "webp",
      width: 512,
      height: 512,
    });
    const wide = await app.inject(saved.bannerImgUrl);
    expect(await sharp(wide.rawPayload).metadata()).toMatchObject({ width: 1920, height: 640 });

    const second = await send(actor, { width: 300, height: 200 });
    const again = await run(actor, (ctx) =>
      editProfile(ctx, { name: "pictured", ...plain, pictureFileId: second }),
    );
    expect(again.bannerImgUrl).toBe(saved.bannerImgUrl);
    expect((await app.inject(saved.profileImgUrl)).statusCode).toBe(404);
    expect((await app.inject(again.profileImgUrl)).statusCode).toBe(200);
    const [gone] = await database.db.select().from(storedFiles).where(eq(storedFiles.id, first));
    expect(gone?.state).toBe("removing");
    expect(enqueued).toHaveLength(1);
  });

  it("refuses files of other users, and serves only files in use", async () => {
    const owner = await person("owner");
    const thief = await person("thief");
    const file = await send(owner, { width: 64, height: 64 });
    const take = run(thief, (ctx) => editProfile(ctx, { name: "thief", ...plain, pictureFileId: file }));
    await expect(take).rejects.toMatchObject({ status: 404 });
    expect((await app.inject(`/api/v1/user/picture/${file}`)).statusCode).toBe(404);
    expect((await app.inject("/api/v1/user/picture/1")).statusCode).toBe(404);
    await run(owner, (ctx) => editProfile(ctx, { name: "owner", ...plain, pictureFileId: file }));
    await createDiskStorage(folder).remove(fileKey(file));
    expect((await app.inject(`/api/v1/user/picture/${file}`)).statusCode).toBe(404);
  });

  it("changes nothing if the name is taken", async () => {
    await person("first.come");
    const actor = await person("second.come");
    const file = await send(actor, { width: 64, height: 64 });
    const edit = { name: "FIRST.come", ...plain, pictureFileId: file };
    await expect(run(actor, (ctx) => editProfile(ctx, edit))).rejects.toMatchObject({ code: "name_taken" });
    const [row] = await database.db.select().from(people).where(eq(people.id, actor.id));
    expect(row).toMatchObject({ name: "second.come", pictureFileId: null });
    const [staged] = await database.db.select().from(storedFiles).where(eq(storedFiles.id, file));
    expect(staged?.state).toBe("staged");
  });
});

describe("top lists", () => {
  const rate = async (name: string, facts: Partial<typeof people.$inferInsert>, role?: Role) => {
    const { id } = await person(name, role);
    await database.db.update(people).set(facts).where(eq(people.id, id));
  };

  it("order editors by rank score and then by completed tasks, and those without any last", async () => {
    await person("empty.editor");
    await rate("one.five", { ratingSum: 5, ratingCount: 1, tasksCompleted: 1 });
    await rate("hundred", { ratingSum: 480, ratingCount: 100, tasksCompleted: 100 });
    await rate("poor", { ratingSum: 20, ratingCount: 10, tasksCompleted: 10 });
    await rate("busy.unrated", { tasksCompleted: 9 });
    await rate("a.creator", { ratingSum: 500, ratingCount: 100 }, "YOUTUBER");
    const names = (await run(null, listTopEditors)).map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(["hundred", "one.five", "busy.unrated"]);
    expect(names.slice(3)).toEqual(expect.arrayContaining(["poor", "empty.editor"]));
    expect(names[3]).toBe("poor");
    expect(names).not.toContain("a.creator");
  });

  it("order youtubers by uploaded videos", async () => {
    await rate("few", { videosUploaded: 2 }, "YOUTUBER");
    await rate("many", { videosUploaded: 70 }, "YOUTUBER");
    const names = (await run(null, listTopCreators)).map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(["many", "few"]);
    expect(names).not.toContain("hundred");
  });

  it("follow what was published: videos of a creator, and tasks of editors with the same rank score", async () => {
    const [creator, other] = [await person("twice", "YOUTUBER"), await person("once", "YOUTUBER")];
    const [editor, second] = [await person("cut.twice"), await person("cut.once")];
    const publish = async (owner: Actor, cutter: Actor) => {
      const taskId = await shareTask(owner, cutter, "published");
      await run(null, (ctx) => ctx.emit(published, { taskId, watchUrl: "https://video.example/1" }));
    };
    const names = async (list: typeof listTopEditors, among: string[]) =>
      (await run(null, list)).map(({ name }) => name).filter((name) => among.includes(name));
    for (const [owner, cutter] of [
      [other, second],
      [creator, editor],
      [creator, editor],
    ] as const)
      await publish(owner, cutter);
    expect(await names(listTopCreators, ["once", "twice"])).toEqual(["twice", "once"]);
    expect(await names(listTopEditors, ["cut.once", "cut.twice"])).toEqual(["cut.twice", "cut.once"]);
    for (const _ of [1, 2]) await publish(other, second);
    expect(await names(listTopCreators, ["once", "twice"])).toEqual(["once", "twice"]);
    expect(await names(listTopEditors, ["cut.once", "cut.twice"])).toEqual(["cut.once", "cut.twice"]);
  });

  it("order users without work by profile and age, so that new empty accounts are last", async () => {
    await database.db.update(people).set({ deletedAt: new Date() });
    const orderOf = async (list: typeof listTopEditors, role: Role) => {
      const of = (name: string) => `${name}.${role}`;
      await person(of("old.empty"), role);
      await rate(of("old.bio"), { bio: "I cut films." }, role);
      await rate(of("new.bio"), { bio: "Hello" }, role);
      await person(of("new.empty"), role);
      const names = (await run(null, list)).map(({ name }) => name);
      return names.filter((name) => name.endsWith(role)).map((name) => name.split(".", 2).join(" "));
    };
    const expected = ["old bio", "new bio", "old empty", "new empty"];
    expect(await orderOf(listTopEditors, "EDITOR")).toEqual(expected);
    expect(await orderOf(listTopCreators, "YOUTUBER")).toEqual(expected);
  });

  it("have 20 users, read from an index without sorting", async () => {
    await database.db.insert(people).values(
      Array.from({ length: 3000 }, (_, at) => ({
        email: `others${at}@example.com`,
        name: `others${at}`,
        nameKey: `others${at}`,
        role: at % 2 === 0 ? ("EDITOR" as const) : ("YOUTUBER" as const),
        createdAt: new Date(),
      })),
    );
    await database.pool.query("analyze people");
    expect(await run(null, listTopEditors)).toHaveLength(20);
    expect(await run(null, listTopCreators)).toHaveLength(20);
    const plans = await Promise.all(
      [
        "select id from people where role = 'EDITOR' and deleted_at is null order by rank_score desc, tasks_completed desc, complete desc, id limit 20",
        "select id from people where role = 'YOUTUBER' and deleted_at is null order by videos_uploaded desc, complete desc, id limit 20",
      ].map((query) => database.pool.query<{ "QUERY PLAN": string }>(`explain ${query}`)),
    );
    for (const { rows } of plans) {
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).toContain("Scan Backward using people_top_");
      expect(plan).not.toContain("Sort");
    }
  });
});

it("counts a published task for its creator and editor", async () => {
  const creator = await person("counted.creator", "YOUTUBER");
  const editor = await person("counted.editor");
  const taskId = await shareTask(creator, editor, "published");
  told.length = 0;
  await run(null, (ctx) => ctx.emit(published, { taskId, watchUrl: "https://video.example/1" }));
  const both = [creator.id, editor.id];
  expect(told).toEqual(
    both.map((personId) => ({ to: both, name: "profile_changed", payload: { personId } })),
  );
  const seen = await run(null, (ctx) => viewProfile(ctx, "counted.creator"));
  expect(seen).toMatchObject({ videosUploaded: 1, tasksCompleted: 0 });
  const done = await run(null, (ctx) => viewProfile(ctx, "counted.editor"));
  expect(done).toMatchObject({ videosUploaded: 0, tasksCompleted: 1 });
});
