import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";

import type { Jobs } from "#adapters/jobs/jobs.ts";
import { createJobs } from "#adapters/jobs/pg-boss.ts";
import { createDiskStorage } from "#adapters/object-storage/disk.ts";
import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import { createRun } from "#core/server/context.ts";
import { createKeyring } from "#core/server/keyring.ts";
import { isDiscarded } from "#modules/media/rules/video-states.ts";
import { reconcileWorker } from "#modules/media/server/cleanup/reconcile.ts";
import { keptKeys } from "#modules/media/server/deletion/kept-objects.ts";
import { videos } from "#modules/media/server/tables.ts";
import { originalKey } from "#modules/media/server/videos/object-keys.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { type Client, createClient, overHttp, type Transport } from "#testing/client.ts";
import { clip } from "#testing/clips.ts";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { testSettings } from "#testing/run.ts";
import { startTestSandbox, type TestSandbox } from "#testing/sandbox.ts";
import { seeded } from "#testing/seeded-random.ts";
import { type ServerProcess, startServerProcess } from "#testing/server-processes.ts";
import { rounds } from "#testing/tier.ts";

const kills = rounds;
const seed = Number(process.env["SWEEP_SEED"] ?? 20_261_121);
const random = seeded(seed);
/** Time limit in milliseconds, enough for slow machines. */
const longest = 300_000 + kills * 60_000;
const log = pino({ level: "silent" });

let database: FreshDatabase;
let sandbox: TestSandbox;
let folder: string;
let storage: ObjectStorage;
let jobs: Jobs;
let server: ServerProcess;

const boot = () => {
  const { url, clientId, clientSecret } = sandbox;
  const { connection } = database;
  return startServerProcess({
    connection,
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
  storage = createDiskStorage(join(folder, "files"));
  server = await boot();
  jobs = await createJobs({ pool: database.pool, log });
});

afterAll(async () => {
  await server.kill();
  await jobs.stop();
  await Promise.all([database.close(), sandbox.stop()]);
  await rm(folder, { recursive: true, force: true });
});

/** Repeats a request until the server responds, since it may be restarting. The test's time limit ends it. */
async function retryUntilResponse(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await ask().catch(() => null);
    if (answer) return answer;
    await wait(50);
  }
}

const transport: Transport = (request) => retryUntilResponse(() => overHttp(server.url)(request));

async function signUp(name: string, role: "YOUTUBER" | "EDITOR"): Promise<Client & { cookie: string }> {
  const body = { email: `${name}@example.com`, password: `${name} likes long reels`, role };
  const { cookie = "" } = await createClient(transport).call(passwordEndpoints.signup, { body });
  return { ...createClient(transport, cookie), cookie };
}

/** Uploads a file in pieces; confirmed bytes are never requested again. */
async function upload(editor: Client & { cookie: string }, taskId: number, file: Buffer): Promise<string> {
  const body = { taskId: String(taskId), fileName: "cut.mp4", bytes: file.length, type: "video/mp4" };
  const { data } = await editor.call(reviewEndpoints.beginVersion, {
    body: { ...body, fingerprint: `cut.mp4:${file.length}` },
  });
  const headers = { cookie: editor.cookie, "tus-resumable": "1.0.0" };
  const type = { "content-type": "application/offset+octet-stream" };
  const piece = Math.ceil(file.length / 24);
  let confirmed = 0;
  while (confirmed < file.length) {
    const head = await retryUntilResponse(() =>
      fetch(server.url + data.uploadUrl, { method: "HEAD", headers }),
    );
    const offset = Number(head.headers.get("upload-offset"));
    expect(offset).toBeGreaterThanOrEqual(confirmed);
    confirmed = offset;
    if (offset === file.length) break;
    const sending = new Uint8Array(file.subarray(offset, offset + piece));
    const more = { ...headers, ...type, "upload-offset": String(offset) };
    const sent = await fetch(server.url + data.uploadUrl, {
      method: "PATCH",
      headers: more,
      body: sending,
    }).catch(() => null);
    if (sent?.status === 204) confirmed = Number(sent.headers.get("upload-offset"));
    await wait(random() * 150);
  }
  return data.videoId;
}

/** Takes a task from creation to review. Some tasks are then cancelled, which deletes the video. */
async function runTask(
  creator: Client,
  editor: Client & { cookie: string },
  file: Buffer,
  cancelled: boolean,
) {
  const fields = {
    taskTitle: "Monsoon on the Konkan line",
    workDescription: "Open on the bridge shot.",
    deadline: "2027-12-01",
    assignedTo: "anika",
  };
  const { data: task } = await creator.call(tasksEndpoints.createTask, { form: { fields, files: {} } });
  const videoId = await upload(editor, task.id, file);
  await expect
    .poll(
      async () =>
        (await creator.call(tasksEndpoints.fetchTask, { params: { id: String(task.id) } })).data.stage,
      { timeout: longest, interval: 100 },
    )
    .toBe("in_review");
  if (cancelled) await creator.call(tasksEndpoints.cancelTask, { params: { id: String(task.id) } });
  return { videoId, cancelled, sha256: createHash("sha256").update(file).digest("hex") };
}

/** Waits until no job is left, including those of killed processes. */
async function quiet(): Promise<void> {
  for (let tries = 0; tries < 3; tries++) {
    const done = await jobs.idle().then(
      () => true,
      () => false,
    );
    if (done) return;
  }
  await jobs.idle();
}

async function reconcile(): Promise<void> {
  const run = createRun({
    db: database.db,
    clock: () => new Date(),
    keyring: createKeyring("not used here, but long enough to be one"),
    enqueue: jobs.enqueue,
    sendRealtime: () => {},
    eventHandlers: [],
    lockTask: async () => undefined,
    settings: testSettings,
  });
  const worker = reconcileWorker({ run, storage, log }, { discarded: 0, unknown: 0 });
  await worker.work({}, new AbortController().signal);
}

it(
  "a server killed at any time from upload to deletion loses no data, leaves no files and completes all work",
  async () => {
    const creator = await signUp("meera", "YOUTUBER");
    const editor = await signUp("anika", "EDITOR");
    const files = await Promise.all(
      (["h264", "hevc", "prores", "variable-rate"] as const).map(async (name) => readFile(await clip(name))),
    );
    const living = Promise.all(files.map((file, at) => runTask(creator, editor, file, at % 2 === 1)));
    const killing = (async () => {
      for (let kill = 0; kill < kills; kill++) {
        await wait(300 + random() * 2500);
        await server.kill();
        server = await boot();
      }
    })();
    const [lived] = await Promise.all([living, killing]);
    await quiet();
    await reconcile();
    await quiet();

    const rows = new Map((await database.db.select().from(videos)).map((row) => [row.id, row]));
    const found = await Promise.all(
      lived.map(async ({ videoId }) => {
        const { state, stillsDone, sha256 } = rows.get(videoId) ?? {};
        const drawn = Boolean(stillsDone);
        return state === "ready" ? { state, drawn, sha256, stored: await hashOf(videoId) } : { state };
      }),
    );
    expect(found).toEqual(
      lived.map(({ cancelled, sha256 }) =>
        cancelled ? { state: "deleted" } : { state: "ready", drawn: true, sha256, stored: sha256 },
      ),
    );
    const orphans: string[] = [];
    for await (const { key } of storage.list("")) {
      const row = rows.get(key.split("/")[1] ?? "");
      if (!row || (isDiscarded(row) && !keptKeys(row).includes(key))) orphans.push(key);
    }
    expect({ seed, orphans }).toEqual({ seed, orphans: [] });
  },
  longest,
);

async function hashOf(videoId: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of await storage.read(originalKey(videoId))) hash.update(piece);
  return hash.digest("hex");
}
