import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { destinationsEndpoints } from "#modules/publishing/contract/destinations.ts";
import { startEndpoints } from "#modules/publishing/contract/start.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { type Client, createClient, overHttp } from "#testing/client.ts";
import { padded } from "#testing/clips.ts";
import { type EmptyDatabase, emptyDatabase } from "#testing/database.ts";
import { freePort } from "#testing/free-port.ts";
import { authorizeInSandbox, injectFailures, readSandboxState } from "#testing/sandbox.ts";

import { readManifest } from "./manifest.ts";

const root = resolve(import.meta.dirname, "../../../..");
/** Time limit in milliseconds that only a process that hangs exceeds, also on a slow machine. */
const longest = 400_000;
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

let folder: string;
let url: string;
let sandboxUrl: string;
let settings: Record<string, string>;
let own: EmptyDatabase;
let server: ChildProcess | null = null;

const inFolder = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reelay-round-trip-"));
  // Where root runs this, PostgreSQL's account has to pass.
  await chmod(folder, 0o711);
  own = await emptyDatabase();
  const [port, sandboxPort] = [await freePort(), await freePort()];
  url = `http://localhost:${port}`;
  sandboxUrl = `http://localhost:${sandboxPort}`;
  settings = { PORT: String(port), SANDBOX_PORT: String(sandboxPort), APP_URL: url };
});

afterAll(async () => {
  await stopServer();
  await own.drop();
  await rm(folder, { recursive: true, force: true });
});

/** A process of the application on the data folder `data`; `ended` gives its code and output. */
function run(args: string[], data: string, more: Record<string, string> = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...settings, DATA_DIR: inFolder(data), ...more },
  });
  let said = "";
  for (const output of [child.stdout, child.stderr]) {
    output.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  return { child, ended: once(child, "close").then(() => ({ code: child.exitCode, said })) };
}

const launch = (data: string, more: Record<string, string> = {}) =>
  run([join(root, "src/app/server/main.ts"), "--api-only"], data, more);

const command = (name: "backup" | "restore", backup: string, data: string, more?: Record<string, string>) =>
  run([join(root, "src/app/server/backup/main.ts"), name, inFolder(backup)], data, more).ended;

async function startServer(data: string): Promise<void> {
  const { child, ended } = launch(data);
  server = child;
  const failed = ended.then(({ said }) => Promise.reject(new Error(said)));
  failed.catch(() => undefined);
  const answers = () =>
    fetch(`${url}/api/v1/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await Promise.race([until(answers, (ok) => ok), failed]);
}

async function stopServer(): Promise<void> {
  const running = server;
  server = null;
  if (!running || running.exitCode !== null) return;
  running.kill("SIGTERM");
  await once(running, "close");
}

const transport = () => overHttp(url);
const emailOf = (name: string) => ({ email: `${name}@example.com`, password: `${name} likes long reels` });

async function signUp(name: string, role: "YOUTUBER" | "EDITOR"): Promise<Client> {
  const body = { ...emailOf(name), role };
  const { cookie } = await createClient(transport()).call(passwordEndpoints.signup, { body });
  return createClient(transport(), cookie);
}

const preview = async (client: Client, taskId: number) =>
  (await client.call(reviewEndpoints.preview, { params: { id: taskId }, query: {} })).data;

/** A task of meera's whose version by anika can be watched. */
async function reviewedTask(creator: Client, editor: Client, content: Buffer): Promise<number> {
  const fields = {
    taskTitle: "Tides",
    workDescription: "Cut.",
    deadline: "2031-11-24",
    assignedTo: "anika",
    title: "Tides",
    description: "Slowly.",
    madeForKids: "false" as const,
    tags: "[]",
  };
  const { data: task } = await creator.call(tasksEndpoints.createTask, { form: { fields, files: {} } });
  const video = new File([new Uint8Array(content)], "cut.mp4", { type: "video/mp4" });
  await editor.call(reviewEndpoints.uploadVideoToServer, {
    form: { fields: { taskId: task.id }, files: { video: [video] } },
  });
  await until(
    () => preview(creator, task.id),
    ({ playback }) => Boolean(playback?.fileUrl),
  );
  return task.id;
}

/** Begins to publish, so slowly that it is still under way when this resolves. */
async function publishSlowly(creator: Client, taskId: number): Promise<void> {
  await creator.call(reviewEndpoints.approve, { params: { id: taskId }, body: { version: 1 } });
  const consent = await creator.call(destinationsEndpoints.authorize, { query: {} });
  const { code, state } = await authorizeInSandbox(consent.data);
  await creator.call(destinationsEndpoints.getAccessToken, {
    body: { code: code ?? "", taskId, ...(state && { state }) },
  });
  // Of the one request that it slows down, minutes are left.
  await injectFailures(sandboxUrl, { kind: "slow", bytesPerSecond: 64 * 1024 });
  const started = await creator.call(startEndpoints.startDelivery, { body: { taskId } });
  expect(started.status).toBe(200);
  await until(
    () => readSandboxState(sandboxUrl),
    ({ sessions }) => (sessions[0]?.confirmedBytes ?? 0) > 0,
  );
}

describe("backup and restore of a running Reelay", () => {
  it(
    "keep users, tasks, videos and an unfinished delivery, which ends with one video",
    { timeout: longest },
    async () => {
      const content = await readFile(await padded(16 * 1024 * 1024));
      await startServer("data");
      const [meera, anika] = [await signUp("meera", "YOUTUBER"), await signUp("anika", "EDITOR")];
      const taskId = await reviewedTask(meera, anika, content);
      const watched = await reviewedTask(meera, anika, content);
      await publishSlowly(meera, taskId);

      expect(await command("backup", "backup", "data")).toMatchObject({ code: 0 });
      const seen = await readSandboxState(sandboxUrl);
      expect({ ...seen, sessions: seen.sessions.length }).toEqual({ videos: [], sessions: 1 });
      const refused = await command("restore", "backup", "restored");
      expect(refused.said).toContain("Reelay is running on port");
      await stopServer();

      expect(await command("restore", "backup", "restored")).toMatchObject({ code: 0 });
      await startServer("restored");

      const login = await createClient(transport()).call(passwordEndpoints.login, { body: emailOf("meera") });
      expect(login.status).toBe(200);
      const again = createClient(transport(), login.cookie);
      const { editedVideoUrl, taskTitle } = await preview(again, watched);
      expect(taskTitle).toBe("Tides");
      const played = await fetch(url + String(editedVideoUrl), { headers: { cookie: login.cookie ?? "" } });
      expect(sha256(new Uint8Array(await played.arrayBuffer()))).toBe(sha256(content));

      await until(
        () => again.call(deliveriesEndpoints.progress, { params: { taskId } }),
        ({ data }) => data.deliveries.every(({ stage }) => stage === "SUCCESSFULL"),
      );
      const { videos, sessions } = await until(
        () => readSandboxState(sandboxUrl),
        (state) => Boolean(state.videos[0]?.sha256),
      );
      expect(videos.map((video) => video.sha256)).toEqual([sha256(content)]);
      expect(sessions).toHaveLength(1);
      await stopServer();
    },
  );

  it("moves from the bundled PostgreSQL to DATABASE_URL", { timeout: longest }, async () => {
    const moved = { DATABASE_URL: own.url };
    expect(await command("restore", "backup", "moved", moved)).toMatchObject({ code: 0 });
    expect(await command("backup", "again", "moved", moved)).toMatchObject({ code: 0 });

    const [before, after] = await Promise.all([
      readManifest(inFolder("backup")),
      readManifest(inFolder("again")),
    ]);
    const sums = ({ parts }: typeof before) =>
      Object.fromEntries(
        parts
          // The restore itself notes that deliveries may have ended meanwhile.
          .filter(({ path }) => path !== "database/public.deliveries.copy")
          .map(({ path, sha256 }) => [path, sha256]),
      );
    expect(sums(after)).toEqual(sums(before));
    expect(after.sequences).toEqual(before.sequences);
  });

  it("does not start on data whose restore was interrupted", { timeout: longest }, async () => {
    await writeFile(inFolder("moved/restore-unfinished"), "");
    const { code, said } = await launch("moved", { DATABASE_URL: own.url }).ended;
    expect(said).toContain("has not finished. If it was interrupted, run `npm run restore` again.");
    expect(code).toBe(1);
  });
});

/** Asks until the answer is right; the test's own limit ends it. */
async function until<T>(ask: () => Promise<T>, right: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (right(answer)) return answer;
    await wait(100);
  }
}
