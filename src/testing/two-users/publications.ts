import { eq } from "drizzle-orm";

import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { destinationsEndpoints, formEndpoint } from "#modules/publishing/contract/destinations.ts";
import { detailsEndpoints } from "#modules/publishing/contract/details.ts";
import { startEndpoints } from "#modules/publishing/contract/start.ts";
import { decryptSettings, encryptSettings } from "#modules/publishing/server/destinations/platforms.ts";
import { destinations } from "#modules/publishing/server/tables.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";

import { clip } from "../clips.ts";
import { startHttpServer } from "../http-server.ts";
import { authorizeInSandbox, type ConsentChoice, injectFailures } from "../sandbox.ts";
import { accepted, floodOfCalls } from "./requests.ts";
import type { Flood, ScenarioServer, Scenario } from "./scenario.ts";
import { newPair, type Pair } from "./task-work.ts";
import { until, uploadVersion } from "./video-work.ts";

const teo = { email: "teo@sandbox.test", channelId: "UCteo0Arlund00Workshop01" };

/** Publications in each round. */
const calls = 2;

/** Users of the flood, for which `prepare` has done what it needs. */
interface FloodOf {
  prepare: (ground: ScenarioServer, users: Pair) => Promise<void>;
  flood: (ground: ScenarioServer, users: Pair) => Promise<Flood>;
}

/** One creator floods the deliveries or their platform, and another one publishes. */
function publicationScenario(name: string, { prepare, flood }: FloodOf): Scenario {
  return {
    name,
    work: "publication on YouTube",
    calls,
    prepare: async (ground) => {
      const [working, flooding] = [await newPair(ground, "working"), await newPair(ground, "flooding")];
      await connectYouTube(ground, working);
      await prepare(ground, flooding);
      const approved: number[] = [];
      let taskId = 0;
      return {
        beforeWork: async () => {
          taskId = approved.pop() ?? (await approvedTask(ground, working));
        },
        work: async () => {
          await publish(working, taskId);
          await until(async () => (await readStage(working, taskId)) === "published");
        },
        flood: async () => {
          // The flood would end while the tasks of the working user are prepared.
          while (approved.length < calls) approved.push(await approvedTask(ground, working));
          return flood(ground, flooding);
        },
      };
    },
  };
}

function deliveries(
  count: number,
  begun: (ground: ScenarioServer, users: Pair, taskIds: readonly number[]) => Promise<void> = async () => {},
): FloodOf["flood"] {
  return async (ground, users) => {
    const taskIds: number[] = [];
    for (let at = 0; at < count; at += 1) taskIds.push(await approvedTask(ground, users));
    for (const taskId of taskIds) await publish(users, taskId);
    await begun(ground, users, taskIds);
    return {
      isUnfinished: async () => {
        const stages = await Promise.all(taskIds.map((taskId) => readStage(users, taskId)));
        return stages.includes("publishing");
      },
      stop: async () => {
        for (const taskId of taskIds) {
          await users.creator.call(deliveriesEndpoints.cancel, { body: { taskId } });
        }
        return { deliveries: count };
      },
    };
  };
}

/** Waits until all deliveries wait some minutes for a platform that was unavailable for the first of them. */
async function allWait(
  { sandboxUrl }: ScenarioServer,
  { creator }: Pair,
  taskIds: readonly number[],
): Promise<void> {
  for (const taskId of taskIds) {
    await until(async () => {
      const { deliveries: own } = await accepted(
        creator.call(deliveriesEndpoints.progress, { params: { taskId } }),
      );
      return own.every(({ retry }) => (retry?.inSeconds ?? 0) > 60);
    });
  }
  await fetch(`${sandboxUrl}/control/failures`, { method: "DELETE" });
}

async function playlists(_ground: ScenarioServer, { creator }: Pair): Promise<Flood> {
  const [channel] = await accepted(creator.call(destinationsEndpoints.list, {}));
  const body = { destinationId: channel?.id ?? "", title: "Tides", privacy: "private" } as const;
  return floodOfCalls(8, async () => (await creator.call(detailsEndpoints.createPlaylist, { body })).status);
}

/** Connects the channel of another account than that of the working user. */
const connectTeo: FloodOf["prepare"] = (ground, users) => connectYouTube(ground, users, { email: teo.email });

export const publicationScenarios: readonly Scenario[] = [
  publicationScenario("10 deliveries to an instance that doesn't answer", {
    prepare: connectSilentInstance,
    flood: deliveries(10),
  }),
  publicationScenario("10 deliveries that wait for the same platform", {
    prepare: connectYouTube,
    flood: async (ground, users) => {
      await injectFailures(ground.sandboxUrl, {
        kind: "server_errors",
        on: "any",
        times: 100,
        retryAfter: 300,
      });
      return deliveries(10, allWait)(ground, users);
    },
  }),
  publicationScenario("10 deliveries to a channel for which YouTube fails", {
    prepare: connectTeo,
    flood: async (ground, users) => {
      const failing = { kind: "server_errors", on: "any", times: 1_000_000, channel: teo.channelId } as const;
      await injectFailures(ground.sandboxUrl, failing);
      return deliveries(10)(ground, users);
    },
  }),
  publicationScenario("10 deliveries at 1 KB per second", {
    prepare: connectTeo,
    flood: async (ground, users) => {
      const slow = { kind: "slow", bytesPerSecond: 1024, times: 1_000_000, channel: teo.channelId } as const;
      await injectFailures(ground.sandboxUrl, slow);
      return deliveries(10)(ground, users);
    },
  }),
  publicationScenario("20 deliveries to the same platform", {
    prepare: connectYouTube,
    flood: deliveries(20),
  }),
  publicationScenario("new playlists at the same platform", { prepare: connectYouTube, flood: playlists }),
];

async function approvedTask(ground: ScenarioServer, users: Pair): Promise<number> {
  const taskId = await uploadVersion(ground, users, { path: await clip("h264"), type: "video/mp4" });
  await until(async () => (await readStage(users, taskId)) === "in_review");
  const params = { id: taskId };
  await accepted(users.creator.call(reviewEndpoints.approve, { params, body: { version: 1 } }));
  return taskId;
}

async function publish({ creator }: Pair, taskId: number): Promise<void> {
  const body = { taskId, visibility: "private" } as const;
  await accepted(creator.call(startEndpoints.startDelivery, { body }));
}

async function readStage({ creator }: Pair, id: number): Promise<string> {
  return (await accepted(creator.call(tasksEndpoints.fetchTask, { params: { id } }))).stage;
}

async function connectYouTube(
  _ground: ScenarioServer,
  { creator }: Pair,
  choice: ConsentChoice = {},
): Promise<void> {
  const url = await accepted(
    creator.call(destinationsEndpoints.startAuthorization, { params: { kind: "youtube" }, body: {} }),
  );
  const { code, state } = await authorizeInSandbox(url, choice);
  const body = { code: code ?? "", state: state ?? "" };
  await accepted(creator.call(destinationsEndpoints.finishAuthorization, { body }));
}

/** Connects a PeerTube instance that has moved to a host that accepts requests and never answers. */
async function connectSilentInstance(
  { db, keyring, sandboxUrl, onEnd }: ScenarioServer,
  { creator }: Pair,
): Promise<void> {
  const { origin, close } = await startHttpServer(() => undefined);
  onEnd(async () => close());
  const login = { username: "mira", password: "sandbox-mira", channel: "mira_cooks" };
  const { connected } = await accepted(
    creator.call(formEndpoint("peertube"), { body: { address: sandboxUrl, ...login } }),
  );
  const isConnected = eq(destinations.id, connected?.id ?? "");
  const [row] = await db.select().from(destinations).where(isConnected);
  const settings: unknown = JSON.parse(decryptSettings(keyring, row?.encryptedSettings ?? ""));
  const encryptedSettings = encryptSettings(keyring, JSON.stringify(Object.assign({}, settings, { origin })));
  await db.update(destinations).set({ encryptedSettings }).where(isConnected);
}
