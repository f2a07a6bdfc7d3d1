import { createHash, randomBytes } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { on } from "#core/server/context.ts";
import { after, minute } from "#core/time.ts";
import {
  type AnnouncedFile,
  footageArrived,
  footageEndpoints as files,
} from "#modules/footage/contract/files.ts";
import { deletionJobs } from "#modules/media/server/deletion/jobs.ts";
import { verifyFilesWorker } from "#modules/media/server/uploads/verify-files.ts";
import { addTaskInReview } from "#testing/reviewed-version.ts";
import { joinAll, type Listening, type Person, startApp, type TestApp } from "#testing/start-app.ts";

import { footageJobs } from "./arrival/jobs.ts";

let app: TestApp;
let http: Listening;
let creator: Person;
let editor: Person;
let stranger: Person;
let id: string;
const arrivals: unknown[] = [];

beforeAll(async () => {
  app = await startApp({
    eventHandlers: [on(footageArrived, async (_ctx, event) => void arrivals.push(event))],
  });
  http = await app.listen();
});
afterAll(async () => {
  await http?.close();
  await app?.stop();
});
beforeEach(async () => {
  ({ creator, editor, stranger } = await joinAll(app, {
    creator: "YOUTUBER",
    editor: "EDITOR",
    stranger: "EDITOR",
  }));
  id = String(await addTaskInReview(app.db, { creator, editor }));
  app.queue.length = 0;
  arrivals.length = 0;
});

const content = (text: string) => Buffer.from(text);
const sum = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

function announced(path: string, bytes: Buffer, more: Partial<AnnouncedFile> = {}): AnnouncedFile {
  return { path, bytes: bytes.length, lastModified: 1_700_000_000_000, ...more };
}

const announce = async (person: Person, ...list: AnnouncedFile[]) =>
  (await person.call(files.beginFiles, { params: { id }, body: { files: list } })).data;

async function put(person: Person, uploadUrl: string, bytes: Buffer): Promise<void> {
  const answer = await fetch(http.url + uploadUrl, {
    method: "PATCH",
    headers: {
      "tus-resumable": "1.0.0",
      "content-type": "application/offset+octet-stream",
      "upload-offset": "0",
      cookie: person.cookie,
    },
    body: new Uint8Array(bytes),
  });
  expect(answer.status).toBe(204);
}

/** Sends files and has them verified; returns their ids. */
async function send(person: Person, sent: Record<string, Buffer>): Promise<string[]> {
  const entries = Object.entries(sent);
  const results = await announce(person, ...entries.map(([path, bytes]) => announced(path, bytes)));
  const ids: string[] = [];
  for (const [at, result] of results.entries()) {
    if (result.result !== "send") throw new Error(`Expected to send, but: ${JSON.stringify(result)}`);
    const bytes = entries[at]?.[1] ?? Buffer.alloc(0);
    await put(person, result.uploadUrl, bytes);
    ids.push(result.fileId);
  }
  await app.work([verifyFilesWorker(app.dependencies)]);
  return ids;
}

const list = async (person: Person, query: Record<string, string | number> = {}) =>
  (await person.call(files.footageFiles, { params: { id }, query })).data;

const overview = async (person: Person) =>
  (await person.call(files.footageOverview, { params: { id } })).data;

describe("files of a task", () => {
  it("are listed for everybody in the task, once they were verified", async () => {
    const bytes = randomBytes(3000);
    const [result] = await announce(creator, announced("Card A/CLIP/C0001.MP4", bytes));
    expect(result).toMatchObject({ result: "send", received: 0, bytes: 3000 });
    expect((await overview(editor)).folders).toEqual([]);
    expect((await overview(creator)).unfinished).toEqual({ files: 1, bytes: 3000, received: 0 });
    if (result?.result !== "send") return;
    await put(creator, result.uploadUrl, bytes);
    expect((await overview(editor)).verifying).toEqual({ files: 1, bytes: 3000 });
    await app.work([verifyFilesWorker(app.dependencies)]);
    expect((await overview(editor)).folders).toEqual([
      { deliveredBy: null, folder: "Card A/CLIP", files: 1, bytes: 3000 },
    ]);
    const [file] = await list(editor, { folder: "Card A/CLIP" });
    expect(file).toMatchObject({ name: "C0001.MP4", kind: "video", state: "verified", sha256: sum(bytes) });
    expect(file?.sentBy?.name).toBe(creator.user.name);
    expect([file?.mayDelete, (await list(creator, { folder: "Card A/CLIP" }))[0]?.mayDelete]).toEqual([
      false,
      true,
    ]);
    const answer = await fetch(`${http.url}${file?.url}`, {
      headers: { cookie: editor.cookie, range: "bytes=10-19" },
    });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes.subarray(10, 20));
    expect(await stranger.call(files.footageFiles, { params: { id }, query: {} })).toMatchObject({
      status: 404,
    });
  });

  it("of editors are apart from those of the creator's side", async () => {
    await send(creator, { "a.mov": content("creator") });
    await send(editor, { "a.mov": content("editor") });
    expect((await list(creator)).map(({ name, deliveredBy }) => [name, deliveredBy])).toEqual([
      ["a.mov", null],
    ]);
    expect((await list(creator, { deliveredBy: editor.user.id })).map(({ bytes }) => bytes)).toEqual([6]);
    expect((await overview(creator)).people.map(({ name }) => name)).toEqual([editor.user.name]);
  });

  it("that are there are not sent again, and others with their name get a number", async () => {
    const bytes = content("first");
    const [fileId] = await send(creator, { "x/a.mov": bytes });
    expect(await announce(creator, announced("x/a.mov", bytes))).toEqual([{ result: "present", fileId }]);
    const changed = { lastModified: 1_700_000_000_001 };
    expect(await announce(creator, announced("x/a.mov", bytes, changed))).toEqual([
      { result: "compare", fileId },
    ]);
    const equal = { ...changed, sha256: sum(bytes) };
    expect(await announce(creator, announced("x/a.mov", bytes, equal))).toEqual([
      { result: "present", fileId },
    ]);
    const other = { ...changed, sha256: sum(content("other")) };
    const [sent] = await announce(creator, announced("x/a.mov", bytes, other));
    expect(sent).toMatchObject({ result: "send" });
    expect(await announce(creator, announced("x/a.mov", bytes, other))).toEqual([sent]);
    if (sent?.result !== "send") return;
    await put(creator, sent.uploadUrl, content("other"));
    await app.work([verifyFilesWorker(app.dependencies)]);
    expect((await list(creator, { folder: "x" })).map(({ name }) => name)).toEqual(["a (2).mov", "a.mov"]);
  });

  it("with paths that can't be stored are refused by a sentence, and don't hinder others", async () => {
    const bytes = content("1");
    const results = await announce(creator, announced("../a.mov", bytes), announced("b.mov", bytes));
    expect(results.map(({ result }) => result)).toEqual(["refused", "send"]);
  });

  it("are found by name in all folders, in pages of each order", async () => {
    await send(creator, { "a/C1.mov": content("1"), "b/c2.mov": content("333"), "b/x.wav": content("22") });
    expect((await list(editor, { search: "C" })).map(({ name }) => name)).toEqual(["C1.mov", "c2.mov"]);
    for (const [order, names] of [
      ["name", ["C1.mov", "c2.mov", "x.wav"]],
      ["largest", ["c2.mov", "x.wav", "C1.mov"]],
    ] as const) {
      const seen: string[] = [];
      let cursor: string | undefined;
      while (seen.length < names.length) {
        const [file] = await list(editor, { search: ".", order, limit: 1, ...(cursor && { cursor }) });
        if (!file) break;
        seen.push(file.name);
        cursor = file.id;
      }
      expect(seen).toEqual(names);
    }
  });

  it("are deleted by their sender, and by those who edit the task", async () => {
    const [theirs] = await send(creator, { "a.mov": content("creator") });
    await send(editor, { "b.mov": content("editor") });
    const remove = (person: Person, ...ids: (string | undefined)[]) =>
      person.call(files.deleteFiles, { params: { id }, body: { fileIds: ids.map(String) } });
    expect(await remove(editor, theirs)).toMatchObject({ code: "not_sender" });
    expect(await list(creator)).toHaveLength(1);
    const folder = { deliveredBy: editor.user.id, folder: "" };
    const all = { fileIds: [String(theirs)], folders: [folder] };
    const answer = await creator.call(files.deleteFiles, { params: { id }, body: all });
    expect(answer.data).toEqual({ deleted: 2 });
    expect((await overview(editor)).folders).toEqual([]);
    await app.work(deletionJobs(app.dependencies));
  });

  it("are announced together when none arrives any more", async () => {
    await send(creator, { "a.mov": content("a"), "b.mov": content("bb") });
    const jobs = footageJobs(app.dependencies);
    const announceJob = () => jobs[0]?.work({}, new AbortController().signal);
    await announceJob();
    expect(arrivals).toEqual([]);
    app.setNow(after(new Date(), 2 * minute));
    await announceJob();
    await announceJob();
    app.setNow(null);
    expect(arrivals).toContainEqual({ taskId: Number(id), personId: creator.user.id, files: 2, bytes: 3 });
    expect(arrivals.filter((each) => JSON.stringify(each).includes(`"taskId":${id},`))).toHaveLength(1);
  });
});

describe("a download", () => {
  it("is a ZIP that continues after any byte, for its person only", async () => {
    await send(creator, {
      "Card/a.mov": randomBytes(5000),
      "Card/b.mov": content("b"),
      "con.txt": content("c"),
    });
    await send(editor, { "Card/a.mov": content("delivery") });
    const body = {
      folders: [
        { deliveredBy: null, folder: "" },
        { deliveredBy: editor.user.id, folder: "Card" },
      ],
    };
    const { data } = await editor.call(files.createDownload, { params: { id }, body });
    expect(data).toMatchObject({ files: 4, omitted: 0 });
    const headers = { cookie: editor.cookie };
    const whole = await fetch(http.url + data.url, { headers });
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect([whole.status, bytes.length]).toEqual([200, data.bytes]);
    const rest = await fetch(http.url + data.url, {
      headers: { ...headers, range: "bytes=3000-", "if-range": whole.headers.get("etag") ?? "" },
    });
    expect(rest.status).toBe(206);
    expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(3000))).toBe(true);
    expect((await fetch(http.url + data.url, { headers: { cookie: creator.cookie } })).status).toBe(404);
    expect((await fetch(http.url + data.url)).status).toBe(401);
    const params = { id, downloadId: data.id };
    const page = await editor.call(files.downloadFiles, { params, query: {} });
    expect(page.data.map(({ path }) => path).toSorted()).toEqual([
      "Card/a.mov",
      "Card/b.mov",
      `From ${editor.user.name}/Card/a.mov`,
      "con_.txt",
    ]);
  });

  it("ends when one of its files is deleted", async () => {
    const [first] = await send(creator, { "a.mov": content("a"), "b.mov": content("b") });
    const body = { folders: [{ deliveredBy: null, folder: "" }] };
    const { data } = await editor.call(files.createDownload, { params: { id }, body });
    await creator.call(files.deleteFiles, { params: { id }, body: { fileIds: [String(first)] } });
    expect((await fetch(http.url + data.url, { headers: { cookie: editor.cookie } })).status).toBe(410);
  });
});
