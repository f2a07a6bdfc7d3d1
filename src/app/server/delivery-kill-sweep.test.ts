import { rename } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

import { afterAll, beforeAll, expect, it } from "vitest";

import { publishingEndpoints } from "#modules/publishing/contract.ts";
import { recoveryEndpoints } from "#modules/publishing/contract/recovery.ts";
import { deliveriesOfTask } from "#modules/publishing/server/queries.ts";
import { createClient, overHttp, type Transport } from "#testing/client.ts";
import { type Forwarder, forwardTo } from "#testing/forward-connections.ts";
import {
  type ApprovedTask,
  type PublishingScenario,
  publishingScenario,
} from "#testing/publishing-scenario.ts";
import { seeded } from "#testing/seeded-random.ts";
import { type ServerProcess, startServerProcess } from "#testing/server-processes.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

/** Number of interrupted deliveries; `DELIVERY_ROUNDS=300` is the long version. */
const rounds = Number(process.env["DELIVERY_ROUNDS"] ?? 4);
const seed = Number(process.env["KILL_SEED"] ?? 20_261_122);
const random = seeded(seed);
/** Deliveries that run at the same time. */
const together = 6;
/** Time limit in milliseconds, enough for slow machines. */
const longest = 180_000 + rounds * 30_000;

const outages = ["platform", "database", "store"] as const;
type Outage = (typeof outages)[number];

let app: TestApp;
let setup: PublishingScenario;
let database: Forwarder;
let server: ServerProcess;
/** How often each step was running when the server was killed, and each outage happened. */
const counts: Record<string, number> = {};

/** Starts the server, again if the database was lost meanwhile, as a service manager would. */
const boot = async (): Promise<ServerProcess> => {
  for (;;) {
    const started = await startServerProcess({
      ...{ connection: { ...app.connection, host: "127.0.0.1", port: database.port } },
      ...{ folder: app.folder, sandbox: app.sandbox, role: "all", objectStore: null },
    }).catch(() => count("start repeated"));
    if (started) return started;
  }
};

beforeAll(async () => {
  app = await startApp();
  setup = await publishingScenario(app);
  await setup.connect(setup.creator, (await setup.approvedTask({ bytes: 1000 })).taskId);
  database = await forwardTo(`${app.connection.host}/.s.PGSQL.${app.connection.port}`);
  server = await boot();
});
afterAll(async () => {
  await server?.kill();
  database?.stop();
  await setup?.close();
  await app?.stop();
});

/** Repeats a request until the server responds, since it may be restarting. */
const transport: Transport = async (request) => {
  for (;;) {
    const answer = await overHttp(server.url)(request).catch(() => null);
    if (answer && answer.status < 500) return answer;
    await wait(50);
  }
};

async function start({ taskId }: ApprovedTask): Promise<void> {
  const creator = createClient(transport, setup.creator.cookie);
  const { status, message } = await creator.call(publishingEndpoints.startDelivery, { body: { taskId } });
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
    );
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
  await rename(`${app.filesFolder}-away`, app.filesFolder);
}

async function killOnce(tasks: readonly ApprovedTask[]): Promise<void> {
  await wait(random() * 700);
  for (const task of tasks) {
    const row = await deliveryOf(task);
    count(`killed at ${row?.problemCode ?? row?.step ?? "the start"}`);
  }
  await server.kill();
  server = await boot();
}

/** Delivers tasks at the same time, while the server is killed and an outage happens. */
async function deliverInterrupted(tasks: readonly ApprovedTask[], outage: Outage): Promise<void> {
  const bytesPerSecond = Math.round(600_000 + random() * 6_000_000);
  await setup.fail({ kind: "slow", bytesPerSecond, times: tasks.length });
  await Promise.all(tasks.map(start));
  await killOnce(tasks);
  await Promise.all([interrupt(outage), killOnce(tasks)]);
  await setup.clearFailures();
  for (const task of tasks) {
    const finished = async () => {
      const row = await deliveryOf(task);
      if (!row || row.problemCode === null) return row?.step;
      // Files that were away are missing for a delivery, which its creator then retries.
      count(`retried after ${row.problemCode}`);
      const creator = createClient(transport, setup.creator.cookie);
      await creator.call(recoveryEndpoints.retry, { body: { taskId: task.taskId } });
      return row.problemCode;
    };
    await expect.poll(finished, { timeout: longest, interval: 200 }).toBe("done");
  }
}

it(
  "a delivery whose server is killed while the platform, database or store fails becomes exactly one video",
  async () => {
    for (let done = 0; done < rounds; done += together) {
      const tasks: ApprovedTask[] = [];
      for (let each = 0; each < Math.min(together, rounds - done); each += 1) {
        tasks.push(await setup.approvedTask({ bytes: 1_500_000 + done * 100 + each, thumbnail: true }));
      }
      await deliverInterrupted(tasks, outages[(done / together) % outages.length] ?? "platform");
      const { videos } = await setup.state();
      const delivered = tasks.map(({ videoId }) =>
        videos
          .filter(({ resource }) => resource.snippet.title.includes(videoId.slice(0, 8)))
          .map(({ sha256, resource }) => ({ sha256, privacy: resource.status.privacyStatus })),
      );
      expect({ seed, delivered }).toEqual({
        seed,
        delivered: tasks.map(({ sha256 }) => [{ sha256, privacy: "public" }]),
      });
    }
    process.stdout.write(`${rounds} interrupted deliveries: ${JSON.stringify(counts)}\n`);
  },
  longest,
);
