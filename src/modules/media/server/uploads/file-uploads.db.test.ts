import { createHash, randomBytes, randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import { on } from "#core/server/context.ts";
import { after, day, hour } from "#core/time.ts";
import { fileReceived, fileRefused, fileUploadEnded } from "#modules/media/contract/files.ts";
import { maxFilesAtOnce } from "#modules/media/rules/limits.ts";
import { administerPerson } from "#modules/people/server/public/administration.ts";
import {
  everyoneMayRead,
  type Listening,
  startApp,
  type TestActor,
  type TestApp,
} from "#testing/start-app.ts";

import { lostWorkWorker } from "../cleanup/lost-work.ts";
import { sweepWorker } from "../cleanup/sweep.ts";
import { deletionJobs } from "../deletion/jobs.ts";
import { lockFile } from "../deletion/queries.ts";
import { findFileRows } from "../files/queries.ts";
import { type AnnouncedFile, beginFileUploads } from "../public/file-uploads.ts";
import { fileAddresses, keepFiles, removeFiles, storedFile } from "../public/media.ts";
import { accountStorage } from "../space/quota.ts";
import { fileKey } from "../videos/object-keys.ts";
import { findUpload } from "./queries.ts";
import { verifyFilesWorker } from "./verify-files.ts";

const content = randomBytes(200_000);
const sha256 = createHash("sha256").update(content).digest("hex");
const wrong = createHash("sha256").update("another file").digest("hex");
const owner = { kind: "footage", id: 1 } as const;

let server: TestApp;
let http: Listening;
let editor: TestActor;
let other: TestActor;
let free: number | null;
let storage: ObjectStorage;
const events: unknown[] = [];
/** The file for which an event handler fails. */
let refusedId: string | null = null;

beforeAll(async () => {
  server = await startApp({
    eventHandlers: [
      on(fileReceived, async (_ctx, event) => {
        if (event.fileId === refusedId) throw new Error("A later module can't list it.");
        events.push(["received", event]);
      }),
      on(fileRefused, async (_ctx, event) => void events.push(["refused", event])),
      on(fileUploadEnded, async (_ctx, event) => void events.push(["ended", event])),
    ],
  });
  editor = await server.person("mira", "EDITOR");
  other = await server.person("oskar", "EDITOR");
  storage = { ...server.storage, freeBytes: async () => free };
  http = await server.listen();
});
afterAll(async () => {
  await http?.close();
  await server?.stop();
});
beforeEach(() => {
  free = null;
  events.length = 0;
  server.queue.length = 0;
});

const file = (more: Partial<AnnouncedFile> = {}): AnnouncedFile => ({
  name: "A001_C002.mov",
  bytes: content.length,
  fingerprint: randomUUID(),
  ...more,
});

const files = (count: number) => Array.from({ length: count }, () => file());

const begin = (announced: AnnouncedFile[], as = editor, accountId: number | null = null) =>
  server.run(as, (ctx) => beginFileUploads(ctx, storage, { owner, accountId, files: announced }));

async function beginOne(more: Partial<AnnouncedFile> = {}) {
  const [upload] = await begin([file(more)]);
  if (!upload) throw new Error("No upload was opened.");
  return upload;
}
type Upload = Awaited<ReturnType<typeof beginOne>>;
const facts = ({ fileId }: Upload) => ({ fileId, owner, personId: editor.id });

async function send(
  method: string,
  { uploadUrl }: Upload,
  more: { as?: TestActor; body?: Buffer; sha256?: string } = {},
) {
  const digest = more.sha256 !== undefined && { "upload-sha256": more.sha256 };
  const headers = { "tus-resumable": "1.0.0", cookie: (more.as ?? editor).cookie, ...digest };
  const piece = { "content-type": "application/offset+octet-stream", "upload-offset": "0" };
  const answer = await fetch(http.url + uploadUrl, {
    method,
    headers: { ...headers, ...(more.body && piece) },
    ...(more.body && { body: more.body }),
  });
  return { status: answer.status, offset: answer.headers.get("upload-offset") };
}

async function sendDigest({ uploadUrl }: Upload, digest: string): Promise<number> {
  const headers = { "tus-resumable": "1.0.0", cookie: editor.cookie, "content-type": "application/json" };
  const body = JSON.stringify({ sha256: digest });
  return (await fetch(`${http.url}${uploadUrl}/digest`, { method: "PUT", headers, body })).status;
}

const row = (fileId: string) => server.run(null, (ctx) => lockFile(ctx.tx, fileId));
const inProgress = (fileId: string) => server.run(null, (ctx) => findUpload(ctx.tx, fileId));

async function sendWhole(upload: Upload, as: TestActor, body = content): Promise<void> {
  expect((await send("PATCH", upload, { as, body })).status).toBe(204);
}

async function cancel(upload: Upload): Promise<void> {
  expect((await send("DELETE", upload)).status).toBe(204);
}

/** Sends a whole file; verification waits in the queue. */
async function arrive(upload: Upload, body = content): Promise<void> {
  await sendWhole(upload, editor, body);
  // On a busy machine, the response does not wait for the end.
  await expect.poll(async () => (await row(upload.fileId))?.state, { timeout: 30_000 }).toBe("verifying");
}
const verify = () => server.work([verifyFilesWorker(server.dependencies)]);
const findLostWork = () =>
  lostWorkWorker({ ...server.dependencies, tools: { ffmpeg: null } }).work({}, new AbortController().signal);
const sweep = () => sweepWorker(server.dependencies).work({}, new AbortController().signal);

describe("a file", () => {
  it("is readable once it was received and verified", async () => {
    const upload = await beginOne();
    expect(await row(upload.fileId)).toMatchObject({ state: "receiving", type: "video/quicktime" });
    await arrive(upload);
    expect(await inProgress(upload.fileId)).toBeNull();
    const read = () => server.run(editor, (ctx) => storedFile(ctx, upload.fileId));
    await expect(read()).rejects.toMatchObject({ status: 404 });
    expect(await sendDigest(upload, sha256)).toBe(204);
    expect(await verify()).toEqual(["media.verify-files"]);
    const digests = { bytes: content.length, sha256, crc32: crc32(content) };
    expect(events).toEqual([["received", { ...facts(upload), ...digests }]]);
    expect(await row(upload.fileId)).toMatchObject({ state: "kept", sentSha256: sha256, ...digests });
    expect(await read()).toMatchObject({ key: fileKey(upload.fileId), bytes: content.length });
    expect(await send("HEAD", upload)).toEqual({ status: 200, offset: String(content.length) });
  });

  it("is sent in parts, and saved by its name, while its owner's module allows that", async () => {
    const name = "Café “A” 001.R3D";
    const upload = await beginOne({ name });
    await arrive(upload);
    await verify();
    const terms = new Map([[upload.fileId, owner]]);
    const path = (await server.run(other, (ctx) => fileAddresses(ctx, terms))).get(upload.fileId) ?? "";
    const read = (url: string, as = other, headers: Record<string, string> = {}) =>
      fetch(url + path + "?download", { headers: { cookie: as.cookie, ...headers } });
    expect((await read(http.url)).status).toBe(404);
    const asked: unknown[] = [];
    const file = async (_ctx: unknown, claims: unknown) => asked.push(claims) > 0;
    const open = await server.listen({ mayRead: { ...everyoneMayRead, file } });
    const part = await read(open.url, other, { range: "bytes=1000-1999" });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(content.subarray(1000, 2000));
    expect(part.headers.get("content-range")).toBe(`bytes 1000-1999/${content.length}`);
    expect(part.headers.get("content-disposition")).toContain(`attachment`);
    expect(part.headers.get("content-disposition")).toContain(encodeURIComponent(name));
    expect(asked).toEqual([{ id: upload.fileId, personId: other.id, owner }]);
    expect((await read(open.url, editor)).status).toBe(404);
    await server.run(null, (ctx) => removeFiles(ctx, [upload.fileId]));
    await expect.poll(async () => (await read(open.url)).status).toBe(404);
    await open.close();
  });

  it("may be empty", async () => {
    const upload = await beginOne({ bytes: 0, name: "LOCK" });
    expect(await send("HEAD", upload)).toEqual({ status: 200, offset: "0" });
    await expect.poll(async () => (await row(upload.fileId))?.state, { timeout: 30_000 }).toBe("verifying");
    await verify();
    expect(events).toMatchObject([["received", { bytes: 0, crc32: 0 }]]);
  });

  it("belongs to its uploader, and no form can claim it", async () => {
    const upload = await beginOne();
    for (const method of ["HEAD", "DELETE"]) {
      expect((await send(method, upload, { as: other })).status).toBe(404);
    }
    const claim = () => server.run(editor, (ctx) => keepFiles(ctx, [upload.fileId]));
    await expect(claim()).rejects.toMatchObject({ status: 404 });
    await arrive(upload);
    await verify();
    await expect(claim()).rejects.toMatchObject({ status: 404 });
  });

  it.each(["before", "after"])("is damaged if another SHA-256 is sent %s it was verified", async (when) => {
    const upload = await beginOne();
    await arrive(upload);
    if (when === "after") await verify();
    expect(await sendDigest(upload, wrong)).toBe(204);
    if (when === "before") await verify();
    expect(events.at(-1)).toEqual(["refused", { ...facts(upload), reason: "damaged" }]);
    await server.work(deletionJobs(server.dependencies));
    expect(await storage.stat(fileKey(upload.fileId))).toBeNull();
    expect(await row(upload.fileId)).toMatchObject({ state: "damaged" });
  });

  it.each([
    ["kept", sha256],
    ["damaged", wrong],
  ])("is %s by the SHA-256 in the request with the whole file", async (state, sent) => {
    const upload = await beginOne();
    expect((await send("PATCH", upload, { body: content, sha256: sent })).status).toBe(204);
    await expect.poll(async () => (await row(upload.fileId))?.state, { timeout: 30_000 }).toBe("verifying");
    await verify();
    expect(await row(upload.fileId)).toMatchObject({ state, sentSha256: sent });
    expect(await sendDigest(upload, sent)).toBe(204);
  });

  it("has a SHA-256 only from a request with the whole file, in hex", async () => {
    const upload = await beginOne();
    expect((await send("PATCH", upload, { body: content, sha256: "0" })).status).toBe(400);
    await send("PATCH", upload, { body: content.subarray(0, 1000), sha256: wrong });
    expect(await row(upload.fileId)).toMatchObject({ state: "receiving", sentSha256: null });
  });

  it("accepts no SHA-256 an hour after it was stored, and no second one", async () => {
    const upload = await beginOne();
    await arrive(upload);
    await verify();
    server.setNow(after(new Date(), hour + 60_000));
    expect(await sendDigest(upload, wrong)).toBe(410);
    server.setNow(null);
    expect([await sendDigest(upload, sha256), await sendDigest(upload, wrong)]).toEqual([204, 409]);
    expect(await row(upload.fileId)).toMatchObject({ state: "kept" });
  });

  it("is lost if its object is missing, unless the store is empty", async () => {
    const upload = await beginOne();
    await arrive(upload);
    await storage.remove(fileKey(upload.fileId));
    await storage.put("files/00000000-0000-4000-8000-000000000001", Buffer.from("another file"));
    await verify();
    expect(events).toEqual([["refused", { ...facts(upload), reason: "lost" }]]);
    expect(await row(upload.fileId)).toMatchObject({ state: "lost" });
  });

  it.each(["cancelled by its uploader", "removed by its owner", "inactive for 7 days"])(
    "leaves nothing when it is %s",
    async (how) => {
      const upload = await beginOne();
      await send("PATCH", upload, { body: content.subarray(0, 1000) });
      if (how.startsWith("cancelled")) await cancel(upload);
      else if (how.startsWith("removed")) await server.run(null, (ctx) => removeFiles(ctx, [upload.fileId]));
      else {
        server.setNow(after(new Date(), 8 * day));
        await sweep();
        server.setNow(null);
      }
      expect((await send("HEAD", upload)).status).toBe(410);
      const ended = how.startsWith("removed") ? [] : [["ended", facts(upload)]];
      expect(events.filter((event) => JSON.stringify(event).includes(upload.fileId))).toEqual(ended);
      await server.work(deletionJobs(server.dependencies));
      expect([await row(upload.fileId), await inProgress(upload.fileId)]).toEqual([null, null]);
      const received = storage.resumable.received(fileKey(upload.fileId));
      await expect(received).rejects.toMatchObject({ code: "missing" });
    },
  );
});

describe("many files", () => {
  it("begin at once, and those in progress are returned", async () => {
    const many = Array.from({ length: maxFilesAtOnce }, (_, at) => file({ bytes: at }));
    const first = await begin(many);
    expect(first.map(({ bytes }) => bytes)).toEqual(many.map(({ bytes }) => bytes));
    expect(new Set(first.map(({ fileId }) => fileId)).size).toBe(maxFilesAtOnce);
    expect(await begin(many)).toEqual(first);
    const [again, same, changed] = await begin(
      [many[5], many[5], { ...file(), fingerprint: many[5]?.fingerprint ?? "" }].filter((each) => !!each),
    );
    expect([again?.fileId, same?.fileId]).toEqual([first[5]?.fileId, first[5]?.fileId]);
    expect(changed?.fileId).not.toBe(first[5]?.fileId);
    const [ofOther] = await begin(many.slice(5, 6), other);
    expect(ofOther?.fileId).not.toBe(first[5]?.fileId);
    await expect(begin([...many, file()])).rejects.toThrow(RangeError);
  });

  it("are removed by few jobs, although one of them can't be removed", async () => {
    const uploads = [...(await begin(files(100))), ...(await begin(files(20)))];
    const ids = uploads.map(({ fileId }) => fileId);
    server.queue.length = 0;
    await server.run(null, (ctx) => removeFiles(ctx, ids));
    expect(server.queue.map(({ job }) => job)).toEqual(["media.remove-files"]);
    const failing: ObjectStorage = {
      ...storage,
      remove: async (key) => {
        if (key === fileKey(ids[0] ?? "")) throw new Error("A bad disk.");
        return storage.remove(key);
      },
    };
    await expect(server.work(deletionJobs({ ...server.dependencies, storage: failing }))).rejects.toThrow(
      "Some files could not be removed.",
    );
    const rest = await server.run(null, (ctx) => findFileRows(ctx.tx, ids));
    expect(rest.map(({ id, state }) => [id, state])).toEqual([[ids[0], "removing"]]);
  });

  it("begin only where all of them fit", async () => {
    free = 400 * 1024 ** 2;
    const half = 80 * 1024 ** 2;
    await expect(begin([file({ bytes: half }), file({ bytes: half })])).rejects.toMatchObject({
      status: 507,
    });
    free = null;
    const setQuota = (storageQuota: number | null) =>
      server.run(null, (ctx) => administerPerson(ctx, other.id, { storageQuota }));
    await setQuota(1000);
    const beginOfOther = (bytes: number[]) =>
      begin(
        bytes.map((each) => file({ bytes: each })),
        editor,
        other.id,
      );
    await expect(beginOfOther([600, 600])).rejects.toMatchObject({ code: "creator_over_quota" });
    await beginOfOther([600, 400]);
    await expect(beginOfOther([1])).rejects.toMatchObject({ code: "creator_over_quota" });
    const used = await server.run(null, (ctx) => accountStorage(ctx, other.id));
    expect(used).toMatchObject({ usedBytes: 1000, used: { footage: 1000, attachments: 0, videos: 0 } });
    await setQuota(null);
  });

  it("are verified by one job of their uploader, which takes turns with those of others", async () => {
    const uploads = await begin([file(), file(), file()]);
    for (const upload of uploads) await arrive(upload);
    const [ofOther] = await begin([file()], other);
    if (ofOther) await sendWhole(ofOther, other);
    await expect
      .poll(() => server.queue.map(({ job, userId }) => [job, userId]), { timeout: 30_000 })
      .toEqual([
        ["media.verify-files", editor.id],
        ["media.verify-files", other.id],
      ]);
    await verify();
    expect(events).toHaveLength(4);
    const [next] = await begin([file()]);
    if (next) await arrive(next);
    expect(await verify()).toEqual(["media.verify-files"]);
  });

  it("are verified although one of them can't be recorded", async () => {
    const uploads = await begin([file(), file(), file()]);
    for (const upload of uploads) await arrive(upload);
    refusedId = uploads[1]?.fileId ?? null;
    await expect(verify()).rejects.toThrow("Some files could not be verified.");
    server.queue.length = 0;
    const states = async () => Promise.all(uploads.map(async ({ fileId }) => (await row(fileId))?.state));
    expect(await states()).toEqual(["kept", "verifying", "kept"]);
    refusedId = null;
    await findLostWork();
    await verify();
    expect(await states()).toEqual(["kept", "kept", "kept"]);
  });

  it("are verified although one of them can't be read, and although the queue has lost their job", async () => {
    const uploads = await begin([file(), file()]);
    for (const upload of uploads) await arrive(upload);
    const unreadable = fileKey(uploads[0]?.fileId ?? "");
    const failing: ObjectStorage = {
      ...storage,
      read: async (key, range) => {
        if (key === unreadable) throw new Error("A bad disk.");
        return storage.read(key, range);
      },
    };
    await expect(
      server.work([verifyFilesWorker({ ...server.dependencies, storage: failing })]),
    ).rejects.toThrow("Some files could not be verified.");
    expect(events).toMatchObject([["received", { fileId: uploads[1]?.fileId }]]);
    server.queue.length = 0;
    await findLostWork();
    expect(server.queue.map(({ job }) => job)).toEqual(["media.verify-files"]);
    await verify();
    expect(events.at(-1)).toMatchObject(["received", { fileId: uploads[0]?.fileId }]);
  });
});
