import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import { after, day, hour } from "#core/time.ts";
import { administerPerson } from "#modules/people/server/public/administration.ts";
import { type Listening, startApp, type TestActor, type TestApp } from "#testing/start-app.ts";

import { insertFile } from "../files/queries.ts";
import { openVideoUpload, requireUploadSpace } from "../public/media.ts";
import { storedFiles, uploads, videos } from "../tables.ts";
import { findVideo } from "../videos/queries.ts";
import { requireReservedSpace, requireUnreservedSpace } from "./disk-space.ts";
import { accountStorage } from "./quota.ts";

const megabyte = 1024 * 1024;
const reserve = 256 * megabyte;

let app: TestApp;
let editor: TestActor;
let other: TestActor;
let http: Listening;
let free: number;
let store: ObjectStorage;

beforeAll(async () => {
  app = await startApp();
  editor = await app.person("mira", "EDITOR");
  other = await app.person("oskar", "EDITOR");
  store = { ...app.storage, freeBytes: async () => free };
  http = await app.listen({ storage: store });
});
beforeEach(async () => {
  app.setNow(null);
  await app.db.delete(uploads);
  await app.db.delete(videos);
  await app.db.delete(storedFiles);
  free = 1024 * megabyte;
});
afterAll(async () => {
  await http?.close();
  await app?.stop();
});

function begin(megabytes: number, storage = store, person = editor) {
  const file = { taskId: 1, fileName: "cut.mp4", type: "video/mp4", fingerprint: randomUUID() };
  return app.run(person, async (ctx) => {
    const opened = await openVideoUpload(ctx, { ...file, bytes: megabytes * megabyte });
    await requireUploadSpace(ctx, storage, opened);
    return opened;
  });
}

const noSpace = { status: 507, code: "no_space" };

/** Status of a request that asks how to continue an upload. */
async function askStatus(uploadUrl: string): Promise<number> {
  const headers = { cookie: editor.cookie, "tus-resumable": "1.0.0" };
  return (await fetch(http.url + uploadUrl, { method: "HEAD", headers })).status;
}

describe("uploads that have begun", () => {
  it("reserve the space of their missing bytes", async () => {
    const first = await begin(500);
    await expect(begin(500)).rejects.toMatchObject(noSpace);
    const { videoId } = first;
    await app.db.update(uploads).set({ received: 400 * megabyte });
    free -= 400 * megabyte;
    await begin(200);
    await expect(begin(50)).rejects.toMatchObject(noSpace);
    expect((await app.db.select().from(videos)).map(({ id }) => id)).toContain(videoId);
  });

  it("are admitted one by one when they begin at once", async () => {
    const { promise: allBegun, resolve } = Promise.withResolvers<void>();
    let asked = 0;
    const waiting: typeof store = {
      ...store,
      freeBytes: async () => {
        asked += 1;
        if (asked === 6) resolve();
        await allBegun;
        return free;
      },
    };
    const begun = await Promise.allSettled(Array.from({ length: 6 }, () => begin(200, waiting)));
    const refused = begun.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
    expect(refused).toEqual(Array.from({ length: 3 }, () => expect.objectContaining(noSpace)));
  });

  it("count files of forms that are being sent", async () => {
    const file = { id: randomUUID(), personId: editor.id, name: "a.mp4", type: "video/mp4", bytes: 0 };
    const row = { ...file, missing: 600 * megabyte, state: "staged" as const, createdAt: new Date() };
    await app.run(null, (ctx) => insertFile(ctx.tx, row));
    await expect(begin(100)).rejects.toMatchObject(noSpace);
    await begin(60);
  });

  it("leave an eighth of the free space for those of other users", async () => {
    await begin(600);
    await expect(begin(80)).rejects.toMatchObject(noSpace);
    await begin(140, store, other);
    await expect(begin(20, store, other)).rejects.toMatchObject(noSpace);
  });

  it("leave no space for optional work", async () => {
    const needs = (megabytes: number) =>
      app.run(null, (ctx) => requireUnreservedSpace(ctx, store, megabytes * megabyte));
    await begin(650);
    await needs(100);
    await expect(needs(150)).rejects.toMatchObject(noSpace);
  });

  it("give it back when they have stalled for a day, and must find space to continue", async () => {
    const began = new Date();
    app.setNow(began);
    const stalled = await begin(600);
    app.setNow(after(began, 23 * hour));
    await expect(begin(600)).rejects.toMatchObject(noSpace);
    expect(await askStatus(stalled.uploadUrl)).toBe(200);
    app.setNow(after(began, 25 * hour));
    const next = await begin(600);
    expect(await askStatus(stalled.uploadUrl)).toBe(507);
    expect(await askStatus(next.uploadUrl)).toBe(200);
    app.setNow(after(began, 6 * day));
    expect(await askStatus(stalled.uploadUrl)).toBe(200);
  });
});

it("counts a stalled upload in its user's storage with what was received, until it is continued", async () => {
  const storageQuota = 500 * megabyte;
  const setQuota = (quota: number | null) =>
    app.run(null, (ctx) => administerPerson(ctx, editor.id, { storageQuota: quota }));
  await setQuota(storageQuota);
  const used = () => app.run(null, (ctx) => accountStorage(ctx, editor.id));
  const began = new Date();
  app.setNow(began);
  const { uploadUrl } = await begin(400);
  await app.db.update(uploads).set({ accountId: editor.id });
  expect(await used()).toMatchObject({ usedBytes: 400 * megabyte, quotaBytes: storageQuota });
  app.setNow(after(began, 25 * hour));
  expect(await used()).toMatchObject({ usedBytes: 0 });
  await begin(450);
  await app.db.update(uploads).set({ accountId: editor.id });
  const headers = { cookie: editor.cookie, "tus-resumable": "1.0.0" };
  const asked = await fetch(http.url + uploadUrl, { method: "HEAD", headers });
  expect(asked.status).toBe(507);
  await setQuota(null);
});

it("lets the upload that began first continue when something else fills the disk", async () => {
  const began = new Date();
  app.setNow(began);
  const first = await begin(300);
  app.setNow(after(began, hour));
  const second = await begin(300);
  free = reserve + 400 * megabyte;
  const check = (videoId: string) =>
    app.run(null, async (ctx) => {
      const video = await findVideo(ctx.tx, videoId);
      if (video) await requireReservedSpace(ctx, store, { ...video, missing: video.bytes });
    });
  await check(first.videoId);
  await expect(check(second.videoId)).rejects.toMatchObject(noSpace);
});
