import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fromBufferPromise } from "yauzl";

import type { Jobs } from "#adapters/jobs/jobs.ts";
import { createJobs } from "#adapters/jobs/pg-boss.ts";
import { createDiskStorage } from "#adapters/object-storage/disk.ts";
import { type Download, footageEndpoints } from "#modules/footage/contract/files.ts";
import { footageFiles } from "#modules/footage/server/tables.ts";
import { surveyStore } from "#modules/media/server/cleanup/survey.ts";
import { type StoredFile, storedFiles, uploads } from "#modules/media/server/tables.ts";
import { accountDeletionEndpoints } from "#modules/sign-in/contract/account-deletion.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { createClient, overHttp, type Transport } from "#testing/client.ts";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { type FileSender, sendFootage, type TestFile, untilResponse } from "#testing/footage-sender.ts";
import { createTestRun } from "#testing/run.ts";
import { startTestSandbox, type TestSandbox } from "#testing/sandbox.ts";
import { seeded } from "#testing/seeded-random.ts";
import { type ServerProcess, startServerProcess } from "#testing/server-processes.ts";
import { rounds } from "#testing/tier.ts";

const seed = Number(process.env["SWEEP_SEED"] ?? 20_261_130);
const random = seeded(seed);
/** Time limit in milliseconds, enough for slow machines. */
const longest = 360_000;
/** More than the buffers of a connection, so that a download is in the middle when the server is killed. */
const largeBytes = 12 * 1024 * 1024;

interface User extends FileSender {
  password: string;
  name: string;
}

let database: FreshDatabase;
let sandbox: TestSandbox;
let folder: string;
let jobs: Jobs;
let server: ServerProcess;

const boot = () => {
  const { url, clientId, clientSecret } = sandbox;
  return startServerProcess({
    connection: database.connection,
    folder,
    role: "all",
    objectStore: null,
    sandbox: { url, clientId, clientSecret },
  });
};

beforeAll(async () => {
  [database, sandbox, folder] = await Promise.all([
    freshDatabase(),
    startTestSandbox(),
    mkdtemp(join(tmpdir(), "reelay-kills-")),
  ]);
  server = await boot();
  jobs = await createJobs({ pool: database.pool, log: pino({ level: "silent" }) });
});
afterAll(async () => {
  await server?.kill();
  await jobs?.stop();
  await Promise.all([database?.close(), sandbox?.stop()]);
  await rm(folder, { recursive: true, force: true });
});

/** Sends a request again until its whole response has arrived. */
const transport: Transport = (request) =>
  untilResponse(async () => {
    const response = await overHttp(server.url)(request);
    return new Response(await response.arrayBuffer(), response);
  });

async function signUp(name: string, role: "YOUTUBER" | "EDITOR"): Promise<User> {
  const password = `${name} likes long reels`;
  const body = { email: `${name}@example.com`, password, role };
  const { cookie = "" } = await createClient(transport).call(passwordEndpoints.signup, { body });
  return { client: createClient(transport, cookie), cookie, serverUrl: () => server.url, password, name };
}

async function newTask(creator: User, editor: User): Promise<number> {
  const fields = {
    taskTitle: "Tide tables",
    workDescription: "Sort the takes first.",
    deadline: "2031-12-01",
    assignedTo: editor.name,
  };
  return (await creator.client.call(tasksEndpoints.createTask, { form: { fields, files: {} } })).data.id;
}

/** Small files, one that is empty and one of several requests. */
function newFiles(name: string, number: number): TestFile[] {
  return Array.from({ length: number }, (_, at) => ({
    path: `${name}/C${at}.MP4`,
    content: randomBytes(at === 1 ? 0 : at === 2 ? 900_000 : Math.floor(random() * 40_000)),
  }));
}

const numberIn = (state: StoredFile["state"]) =>
  database.db.$count(storedFiles, eq(storedFiles.state, state));

/** Kills the server as soon as at least `least` files are in a state, or `work` has ended, and starts it again. */
async function killWhen(state: StoredFile["state"], least: number, work: Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  const end = () => ended.abort();
  work.then(end, end);
  while (!ended.signal.aborted && (await numberIn(state)) < least) await wait(5);
  await wait(random() * 20);
  await server.kill();
  server = await boot();
}

const digests = (files: readonly TestFile[]) =>
  new Map(files.map(({ path, content }) => [path, sha256(content)]));
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** SHA-256 of the verified files of a task, by path. */
async function verifiedDigests({ client }: User, taskId: number): Promise<Map<string, string | null>> {
  const query = { search: "C", limit: 100 };
  const { data } = await client.call(footageEndpoints.footageFiles, {
    params: { id: String(taskId) },
    query,
  });
  return new Map(
    data
      .filter(({ state }) => state === "verified")
      .map(({ folder: path, name, sha256: digest }) => [`${path}/${name}`, digest]),
  );
}

/** Waits until no job is left, including those of killed processes. */
async function untilQuiet(): Promise<void> {
  await expect
    .poll(
      () =>
        jobs.idle().then(
          () => true,
          () => false,
        ),
      { timeout: longest, interval: 100 },
    )
    .toBe(true);
}

/** Reads a ZIP to its end, and kills the server once in the middle and once when the rest begins. */
async function readThroughKills(reader: User, { url, bytes }: Download): Promise<Buffer> {
  const killAt = [Math.floor(bytes * 0.2 * random()), 0];
  const chunks: Buffer[] = [];
  let [length, etag, requests] = [0, "", 0];
  while (length < bytes) {
    const range = { range: `bytes=${length}-`, "if-range": etag };
    const headers = { cookie: reader.cookie, ...(length > 0 && range) };
    const response = await untilResponse(() => fetch(server.url + url, { headers }));
    expect(response.status).toBe(length > 0 ? 206 : 200);
    requests += 1;
    etag = response.headers.get("etag") ?? "";
    const limit = killAt.shift();
    try {
      for await (const chunk of response.body ?? []) {
        chunks.push(Buffer.from(chunk));
        length += chunk.length;
        if (limit !== undefined && length > limit) await server.kill();
      }
    } catch {
      // The connection is broken off.
    }
    if (limit !== undefined) server = await boot();
  }
  expect(requests).toBe(3);
  return Buffer.concat(chunks);
}

async function digestsInZip(zip: Buffer): Promise<Map<string, string>> {
  const archive = await fromBufferPromise(zip);
  const found = new Map<string, string>();
  for await (const entry of archive.eachEntry()) {
    found.set(entry.fileName, sha256(await buffer(await archive.openReadStreamPromise(entry))));
  }
  return found;
}

/** Compares rows and stored objects, of which none may be without the other. */
async function expectConsistent(): Promise<void> {
  const storage = createDiskStorage(join(folder, "files"));
  const survey = await surveyStore(
    { run: createTestRun(database.db), storage },
    new AbortController().signal,
  );
  expect({ seed, ...survey }).toMatchObject({ mismatches: [], resized: [], missing: 0, foreign: 0 });
  expect(await database.db.$count(uploads)).toBe(0);
  const states = await database.db.selectDistinct({ state: storedFiles.state }).from(storedFiles);
  expect(states).toEqual([{ state: "kept" }]);
  expect(await database.db.$count(storedFiles)).toBe(await database.db.$count(footageFiles));
  const unfinished = await readdir(join(folder, "files", "unfinished"), { recursive: true });
  expect(unfinished.filter((name) => name.length > "files/".length)).toEqual([]);
}

// Each round has six kills.
it.each(Array.from({ length: Math.ceil(rounds / 3) }, (_, round) => round + 1))(
  "files of a task survive kills while they are sent, verified, downloaded and deleted, round %i",
  async (round) => {
    const creator = await signUp(`meera${round}`, "YOUTUBER");
    const leaving = await signUp(`tara${round}`, "YOUTUBER");
    const editor = await signUp(`anika${round}`, "EDITOR");
    const taskId = await newTask(creator, editor);
    const leavingId = await newTask(leaving, editor);
    const large = { path: "Card/large.mov", content: randomBytes(largeBytes) };
    const files = [...newFiles("Card/CLIP", 40), large];
    const delivered = newFiles("Cut", 12);

    const sending = Promise.all([
      sendFootage(creator, taskId, files),
      sendFootage(editor, taskId, delivered),
    ]);
    await killWhen("receiving", 40, sending);
    await killWhen("verifying", 1 + Math.floor(random() * 8), sending);
    const [sent] = await sending;
    expect(sent.size).toBe(files.length);
    await untilQuiet();
    const all = digests([...files, ...delivered]);
    expect(await verifiedDigests(editor, taskId)).toEqual(all);

    const body = { folders: [{ deliveredBy: null, folder: "" }] };
    const params = { id: String(taskId) };
    const { data: download } = await editor.client.call(footageEndpoints.createDownload, { params, body });
    expect(await digestsInZip(await readThroughKills(editor, download))).toEqual(digests(files));

    const removed = files.filter(() => random() < 0.5);
    const fileIds = removed.map(({ path }) => sent.get(path) ?? "");
    const deleting = creator.client.call(footageEndpoints.deleteFiles, { params, body: { fileIds } });
    await killWhen("removing", 1, deleting);
    expect((await deleting).status).toBe(200);
    for (const { path } of removed) all.delete(path);
    expect(await verifiedDigests(editor, taskId)).toEqual(all);

    const unwanted = sendFootage(editor, leavingId, newFiles("Cut", 60));
    while ((await numberIn("verifying")) + (await numberIn("kept")) < all.size + 5) await wait(5);
    const leave = leaving.client.call(accountDeletionEndpoints.deleteAccount, {
      body: { password: leaving.password },
    });
    await killWhen("removing", 1, leave);
    // After the deletion, a repeated request has no session.
    expect([200, 401]).toContain((await leave).status);
    await unwanted;
    await untilQuiet();
    expect(await verifiedDigests(editor, taskId)).toEqual(all);
    await expectConsistent();
  },
  longest,
);
