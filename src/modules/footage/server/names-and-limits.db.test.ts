import { buffer } from "node:stream/consumers";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fromBufferPromise } from "yauzl";

import { footageEndpoints as files } from "#modules/footage/contract/files.ts";
import { verifyFilesWorker } from "#modules/media/server/uploads/verify-files.ts";
import { administerPerson } from "#modules/people/server/public/administration.ts";
import { accountDeletionEndpoints } from "#modules/sign-in/contract/account-deletion.ts";
import { createClient, overHttp } from "#testing/client.ts";
import { sendFootage, type TestFile } from "#testing/footage-sender.ts";
import { addTaskInReview } from "#testing/reviewed-version.ts";
import { joinAll, type Listening, type Person, startApp, type TestApp } from "#testing/start-app.ts";

let app: TestApp;
let http: Listening;
let creator: Person;
let editor: Person;
let taskId: number;
/** Free bytes of the disk; null for the real ones. */
let free: number | null = null;

beforeAll(async () => {
  app = await startApp();
  const freeBytes = async () => free ?? app.storage.freeBytes();
  http = await app.listen({ storage: { ...app.storage, freeBytes } });
});
afterAll(async () => {
  await http?.close();
  await app?.stop();
});
beforeEach(async () => {
  free = null;
  ({ creator, editor } = await joinAll(app, { creator: "YOUTUBER", editor: "EDITOR" }));
  taskId = await addTaskInReview(app.db, { creator, editor });
  app.queue.length = 0;
});

const params = () => ({ id: String(taskId) });
const client = ({ cookie }: Person) => createClient(overHttp(http.url), cookie);
const announce = (person: Person, list: readonly TestFile[]) =>
  client(person).call(files.beginFiles, {
    params: params(),
    body: {
      files: list.map(({ path, content }) => ({
        path,
        bytes: content.length,
        lastModified: 1_700_000_000_000,
      })),
    },
  });
const overview = async () => (await creator.call(files.footageOverview, { params: params() })).data;

/** Sends files and has them verified; resolves with the ids of those that are stored, by path. */
async function send(list: readonly TestFile[]): Promise<Map<string, string>> {
  const { cookie } = creator;
  const sent = await sendFootage(
    { client: client(creator), cookie, serverUrl: () => http.url },
    taskId,
    list,
  );
  await app.work([verifyFilesWorker(app.dependencies)]);
  return sent;
}

const named = (path: string): TestFile => ({ path, content: Buffer.from(path) });
const sized = (path: string, bytes: number): TestFile => ({ path, content: Buffer.alloc(bytes, path) });

describe("names of files", () => {
  const accepted = [
    "Card/Größe – 日本 🎬.wav",
    "Card/مقابلة ١.mp4",
    "Card/संध्या.mov",
    "Card/ไทย.mov",
    "Card/Съёмка.mov",
    "Card/שלום.mov",
    `Card/${"é".repeat(125)}x.mov`,
    "Card/con.txt",
    "Card/What? A <draft>: 50%.mov",
    "Card/take 1.",
    "Card/A.MOV",
    "Card/a.mov",
    "CARD/a.mov",
    ".hidden/..name/file",
  ];
  const refused = [
    "../a.mov",
    "Card/../../a.mov",
    "/etc/passwd",
    "C:/clips/a.mov",
    String.raw`Card\a.mov`,
    "Card/a\n.mov",
    `Card/${"x".repeat(256)}`,
  ];

  it("of every script and system arrive in the list and in the ZIP, where none leads out of its folder", async () => {
    const { data: results } = await announce(creator, refused.map(named));
    expect(results.map(({ result }) => result)).toEqual(refused.map(() => "refused"));
    const sent = await send(accepted.map(named));
    expect([...sent.keys()]).toEqual(accepted);
    const list = await creator.call(files.footageFiles, {
      params: params(),
      query: { search: ".", limit: 100 },
    });
    const listed = list.data.map(({ folder, name }) => `${folder}/${name}`);
    expect(new Set(listed)).toEqual(new Set(accepted));

    const body = { folders: [{ deliveredBy: null, folder: "" }] };
    const { data: download } = await editor.call(files.createDownload, { params: params(), body });
    const response = await fetch(http.url + download.url, { headers: { cookie: editor.cookie } });
    const archive = await fromBufferPromise(Buffer.from(await response.arrayBuffer()));
    const paths: string[] = [];
    const contents: string[] = [];
    for await (const entry of archive.eachEntry()) {
      paths.push(entry.fileName);
      contents.push((await buffer(await archive.openReadStreamPromise(entry))).toString());
    }
    expect(contents.toSorted()).toEqual(accepted.toSorted());
    expect(new Set(paths.map((path) => path.toUpperCase())).size).toBe(accepted.length);
    const parts = paths.flatMap((path) => path.split("/"));
    expect(parts.filter((part) => part === "" || part === "." || part === "..")).toEqual([]);
    expect(parts.filter((part) => /[<>:"\\|?*]|[. ]$|^con\b/i.test(part))).toEqual([]);
    expect(parts.filter((part) => Buffer.byteLength(part) > 255)).toEqual([]);
  });
});

describe("in the middle of many files", () => {
  const patch = async ({ content }: TestFile, uploadUrl: string) => {
    const response = await fetch(http.url + uploadUrl, {
      method: "PATCH",
      headers: {
        cookie: creator.cookie,
        "tus-resumable": "1.0.0",
        "content-type": "application/offset+octet-stream",
        "upload-offset": "0",
      },
      body: new Uint8Array(content),
    });
    return [response.status, response.status === 204 ? null : await response.json()];
  };

  it("a full disk refuses the rest with a sentence, keeps what has arrived, and the rest follows", async () => {
    const list = ["a.mov", "b.mov", "c.mov"].map((path) => sized(path, 200_000));
    const { data: results } = await announce(creator, list);
    const urls = results.map((result) => (result.result === "send" ? result.uploadUrl : ""));
    const [first, second] = list;
    if (!first || !second) return;
    expect(await patch(first, urls[0] ?? "")).toEqual([204, null]);
    free = 256 * 1024 ** 2 + 100_000;
    const noSpace = { code: "no_space", message: expect.stringMatching(/disk space.+Try again later\.$/) };
    expect(await patch(second, urls[1] ?? "")).toEqual([507, noSpace]);
    expect(await announce(creator, [sized("d.mov", 200_000)])).toMatchObject({
      status: 507,
      code: "no_space",
    });
    expect((await overview()).unfinished).toEqual({ files: 2, bytes: 400_000, received: 0 });
    free = null;
    expect([...(await send(list)).keys()]).toEqual(list.map(({ path }) => path));
    expect((await overview()).folders).toMatchObject([{ files: 3, bytes: 600_000 }]);
  });

  it("a quota that is reached refuses a whole batch with a sentence, and smaller files still fit", async () => {
    await app.run(null, (ctx) => administerPerson(ctx, creator.user.id, { storageQuota: 1000 }));
    await send([sized("a.mov", 600)]);
    const batch = [sized("b.mov", 300), sized("c.mov", 300)];
    expect(await announce(creator, batch)).toMatchObject({ code: "over_quota" });
    expect(await announce(editor, batch)).toMatchObject({ code: "creator_over_quota" });
    expect((await overview()).unfinished.files).toBe(0);
    expect((await send(batch.slice(0, 1))).size).toBe(1);
  });

  it("the deletion of the creator's account ends their uploads, and none begins any more", async () => {
    const list = [sized("a.mov", 1000), sized("b.mov", 1000)];
    const { data: results } = await announce(editor, list);
    const body = { password: `${creator.user.name} likes long reels` };
    expect(await creator.call(accountDeletionEndpoints.deleteAccount, { body })).toMatchObject({
      status: 200,
    });
    const ends = results.map(async (result) => {
      if (result.result !== "send") return null;
      const headers = { cookie: editor.cookie, "tus-resumable": "1.0.0" };
      return (await fetch(http.url + result.uploadUrl, { method: "HEAD", headers })).status;
    });
    expect(await Promise.all(ends)).toEqual([410, 410]);
    expect(await announce(editor, list)).toMatchObject({ status: 409, code: "creator_gone" });
  });
});
