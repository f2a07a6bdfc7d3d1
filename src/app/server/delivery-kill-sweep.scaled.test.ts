import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { afterAll, beforeAll, expect, it } from "vitest";

import { createFolders } from "#adapters/video-platform/folder/folders.ts";
import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import type { ConnectedDestination } from "#modules/publishing/contract/destinations.ts";
import { startEndpoints } from "#modules/publishing/contract/start.ts";
import { deliveriesOfTask } from "#modules/publishing/server/deliveries/queries.ts";
import { chooseDestinations } from "#modules/publishing/server/destinations/choice.ts";
import { connectByForm } from "#modules/publishing/server/destinations/connections.ts";
import { presentDestination } from "#modules/publishing/server/destinations/present.ts";
import { listDestinations } from "#modules/publishing/server/destinations/queries.ts";
import type { ApprovedTask } from "#testing/approved-task.ts";
import { createClient, overHttp, type Transport } from "#testing/client.ts";
import { type Forwarder, forwardTo } from "#testing/forward-connections.ts";
import { testsHaveObjectStore } from "#testing/object-store.ts";
import { type PublishingScenario, publishingScenario } from "#testing/publishing-scenario.ts";
import { seeded } from "#testing/seeded-random.ts";
import { type ServerProcess, startServerProcess } from "#testing/server-processes.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";
import { startBucket, type TestBucket } from "#testing/test-bucket.ts";
import { inSweep, rounds } from "#testing/tier.ts";

const seed = Number(process.env["SWEEP_SEED"] ?? 20_261_122);
const random = seeded(seed);
/** Deliveries of a round, which run at the same time. */
const together = 6;
/** Time limit in milliseconds, enough for slow machines. */
const longest = 300_000 + rounds * 60_000;

const outages = ["platform", "database", "store"] as const;
type Outage = (typeof outages)[number];

let app: TestApp;
let setup: PublishingScenario;
let database: Forwarder;
let server: ServerProcess;
let bucket: TestBucket | null;
/** A folder in which the server may store videos. */
let folder: string;
/** The destinations, which take turns. */
let destinations: ConnectedDestination[];
/** Counts of the steps that were running when the server was killed, and of outages. */
const counts: Record<string, number> = {};

/** Starts the server, again if the database was lost meanwhile, as a service manager would. */
const boot = async (): Promise<ServerProcess> => {
  for (;;) {
    const started = await startServerProcess({
      connection: { ...app.connection, host: "127.0.0.1", port: database.port },
      folder: app.folder,
      sandbox: app.sandbox,
      role: "all",
      objectStore: null,
      trustedOrigins: bucket ? [bucket.login.endpoint] : [],
      publishFolders: [folder],
    }).catch(() => count("start repeated"));
    if (started) return started;
  }
};

beforeAll(async () => {
  app = await startApp();
  setup = await publishingScenario(app);
  await setup.connectYouTube();
  await setup.connectPeerTube();
  bucket = testsHaveObjectStore() ? await startBucket() : null;
  if (bucket)
    await connectByForm(setup.dependencies, setup.creator, { kind: "s3", fields: { ...bucket.login } });
  folder = await mkdtemp(join(tmpdir(), "reelay-published-"));
  const folders = createFolders({ paths: [folder], log: app.dependencies.log });
  const platforms = { ...setup.dependencies.platforms, folder: folders };
  const fields = { root: basename(folder), folder: "" };
  await connectByForm({ ...setup.dependencies, platforms }, setup.creator, { kind: "folder", fields });
  const connected = await app.run(null, (ctx) => listDestinations(ctx.tx, setup.creator.id));
  destinations = connected.map(presentDestination);
  database = await forwardTo({ path: `${app.connection.host}/.s.PGSQL.${app.connection.port}` });
  server = await boot();
});
afterAll(async () => {
  await server?.kill();
  database?.stop();
  await setup?.close();
  await Promise.all([app?.stop(), bucket?.stop()]);
  await rm(folder, { recursive: true, force: true });
});

/** Repeats a request until the server responds, since it may be restarting. */
const transport: Transport = async (request) => {
  for (;;) {
    const answer = await overHttp(server.url)(request).catch(() => null);
    if (answer && answer.status < 500) return answer;
    await wait(50);
  }
};

/** A task whose video is published at one destination. */
interface DeliveredTask extends ApprovedTask {
  destination: ConnectedDestination;
}

async function taskFor(number: number): Promise<DeliveredTask> {
  const task = await setup.approvedTask({ bytes: 1_500_000 + number * 100, thumbnail: true });
  const destination = destinations[number % destinations.length];
  if (!destination) throw new Error("No destination is connected.");
  await app.run(setup.creator, (ctx) => chooseDestinations(ctx, task.taskId, [destination.id]));
  return { ...task, destination };
}

async function start({ taskId }: ApprovedTask): Promise<void> {
  const creator = createClient(transport, setup.creator.cookie);
  const { status, message } = await creator.call(startEndpoints.startDelivery, { body: { taskId } });
  // The response to a first attempt may have been lost.
  if (status !== 409) expect({ status, message }).toMatchObject({ status: 200 });
}

const deliveryOf = async ({ taskId }: ApprovedTask) =>
  (await app.run(null, (ctx) => deliveriesOfTask(ctx.tx, taskId)))[0];

function count(name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** Interrupts what the server depends on for a moment. */
async function interrupt(outage: Outage): Promise<void> {
  count(`${outage} unavailable`);
  const length = 200 + random() * 800;
  if (outage === "platform") {
    await setup.fail(
      { kind: "dropped_connection", bytes: 262_144 },
      { kind: "server_errors", on: "any", times: 3 },
      { kind: "peertube", problem: "dropped_connection" },
      { kind: "peertube", problem: "unavailable", times: 3 },
    );
    bucket?.connections.interrupt();
    await wait(length);
    bucket?.connections.resume();
    return;
  }
  if (outage === "database") {
    database.interrupt();
    await wait(length);
    database.resume();
    return;
  }
  await rename(app.filesFolder, `${app.filesFolder}-away`);
  await wait(length);
  // A server that starts meanwhile creates the folder again.
  await rm(app.filesFolder, { recursive: true, force: true });
  await rename(`${app.filesFolder}-away`, app.filesFolder);
}

async function killOnce(tasks: readonly DeliveredTask[]): Promise<void> {
  await wait(random() * 700);
  for (const task of tasks) {
    const row = await deliveryOf(task);
    count(`${task.destination.kind} killed at ${row?.problemCode ?? row?.step ?? "the start"}`);
  }
  await server.kill();
  server = await boot();
}

/** Delivers tasks at the same time, while the server is killed and an outage happens. */
async function deliverInterrupted(tasks: readonly DeliveredTask[], outage: Outage): Promise<void> {
  const bytesPerSecond = Math.round(600_000 + random() * 6_000_000);
  await setup.fail({ kind: "slow", bytesPerSecond, times: tasks.length });
  await Promise.all(tasks.map(start));
  if (inSweep) await killOnce(tasks);
  await Promise.all([interrupt(outage), killOnce(tasks)]);
  await setup.clearFailures();
  for (const task of tasks) {
    const finished = async () => {
      const row = await deliveryOf(task);
      if (!row || row.problemCode === null) return row?.step;
      // Files that were away are missing for a delivery, which its creator then retries.
      count(`retried after ${row.problemCode}`);
      const creator = createClient(transport, setup.creator.cookie);
      await creator.call(deliveriesEndpoints.retry, { body: { taskId: task.taskId } });
      return row.problemCode;
    };
    await expect.poll(finished, { timeout: longest, interval: 200 }).toBe("done");
  }
}

/** The SHA-256 of each public video of a task at its destination. */
async function videosAtDestination({ videoId, destination: { kind } }: DeliveredTask) {
  const named = videoId.slice(0, 8);
  if (kind === "youtube") {
    const { videos } = await setup.state();
    const own = videos.filter(({ resource }) => resource.snippet.title.includes(named));
    return own.map(({ sha256, resource }) =>
      resource.status.privacyStatus === "public" ? sha256 : "hidden",
    );
  }
  if (kind === "peertube") {
    const own = (await setup.peertubeVideos()).filter(({ name }) => name.includes(named));
    return own.map(({ sha256, privacy }) => (privacy.id === 1 ? sha256 : "hidden"));
  }
  if (kind === "folder") {
    const own = (await readdir(folder)).filter((name) => name.includes(named) && name.endsWith(".mp4"));
    const contents = await Promise.all(own.map((name) => readFile(join(folder, name))));
    return contents.map((bytes) => createHash("sha256").update(bytes).digest("hex"));
  }
  return bucket?.videosNamed(named);
}

it(
  "a delivery whose server is killed while the platform, database or store fails becomes exactly one video",
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const tasks: DeliveredTask[] = [];
      for (let each = 0; each < together; each += 1) tasks.push(await taskFor(round * together + each));
      await deliverInterrupted(tasks, outages[round % outages.length] ?? "platform");
      const delivered = await Promise.all(tasks.map(videosAtDestination));
      expect({ seed, delivered }).toEqual({ seed, delivered: tasks.map(({ sha256 }) => [sha256]) });
    }
    process.stdout.write(`${rounds * together} interrupted deliveries: ${JSON.stringify(counts)}\n`);
  },
  longest,
);
