import { setTimeout as wait } from "node:timers/promises";

import { eq } from "drizzle-orm";

import type { PublishingPlatform } from "#adapters/video-platform/publishing-platform.ts";
import { createS3Buckets } from "#adapters/video-platform/s3/s3-buckets.ts";
import { sandboxAddresses } from "#adapters/video-platform/youtube/addresses.ts";
import { createYouTube } from "#adapters/video-platform/youtube/youtube.ts";
import { type Actor, type EventHandler, on } from "#core/server/context.ts";
import { videos } from "#modules/media/server/tables.ts";
import type { DeliveryProgress, Progress } from "#modules/publishing/contract/deliveries.ts";
import type { ConnectedDestination } from "#modules/publishing/contract/destinations.ts";
import { published, publishFailed } from "#modules/publishing/contract/publishing.ts";
import type { DestinationKind } from "#modules/publishing/platforms/platforms.ts";
import { type OperationKind, operationKinds } from "#modules/publishing/rules/operations.ts";
import { leadingDelivery } from "#modules/publishing/rules/progress.ts";
import { readProgress } from "#modules/publishing/server/deliveries/progress.ts";
import {
  deliveriesOfTask,
  type DeliveryRow,
  findInProgress,
} from "#modules/publishing/server/deliveries/queries.ts";
import { type Retry, retryDelivery } from "#modules/publishing/server/deliveries/recovery.ts";
import type { PublishingDependencies } from "#modules/publishing/server/dependencies.ts";
import { authorize, connectChannel } from "#modules/publishing/server/destinations/authorization.ts";
import { connectByForm } from "#modules/publishing/server/destinations/connections.ts";
import { type OperationRow, listOperations } from "#modules/publishing/server/operations/queries.ts";
import { operate } from "#modules/publishing/server/operations/run.ts";
import { createUploadStates } from "#modules/publishing/server/operations/upload/states.ts";
import { type Start, startDelivery } from "#modules/publishing/server/start/actions.ts";
import type { Stage } from "#modules/tasks/rules/stages.ts";
import { readTask } from "#modules/tasks/server/public/tasks.ts";

import { type ApprovedTask, storeApprovedTask, type TaskOptions } from "./approved-task.ts";
import { changedPlatform, type PlatformChange } from "./changed-platform.ts";
import type { PeerTubeVideo, SandboxState } from "./sandbox-state.ts";
import { authorizeInSandbox, type ConsentChoice, type TestSandbox } from "./sandbox.ts";
import type { TestActor, TestApp } from "./start-app.ts";

/** Options of a test that works on a delivery: other dependencies, a signal that ends it, or a stop once the platform processes the video. */
export interface Work {
  dependencies?: PublishingDependencies;
  signal?: AbortSignal;
  untilProcessing?: boolean;
}

/** Approved tasks and their delivery to the sandbox platform, whose failures the test scripts. */
export interface PublishingScenario {
  /** Those of the application, with small chunks and short pauses between attempts. */
  dependencies: PublishingDependencies;
  /** YouTube, without charging its calls. */
  youtube: PublishingPlatform;
  /** The dependencies with a changed platform. */
  withPlatform: (kind: DestinationKind, change: PlatformChange) => PublishingDependencies;
  creator: TestActor;
  editor: TestActor;
  approvedTask: (options?: TaskOptions) => Promise<ApprovedTask>;
  setHash: (videoId: string, sha256: string) => Promise<void>;
  /** Passes the sandbox's consent screen and connects the channel. */
  connect: (actor: Actor, taskId: number, choice?: ConsentChoice) => Promise<void>;
  /** Connects a YouTube channel of the creator. */
  connectYouTube: (choice?: ConsentChoice) => Promise<void>;
  /** Connects a channel of Mira's account at the sandbox's PeerTube instance. */
  connectPeerTube: (channel?: "mira_cooks" | "balcony_harvest") => Promise<ConnectedDestination>;
  /** Starts the task's deliveries in the creator's name: public, if nothing else is given. */
  start: (taskId: number, how?: Partial<Start>) => Promise<Progress>;
  /** Retries all failed deliveries of a task, or the given one. */
  retry: (taskId: number, how?: Partial<Retry>) => Promise<Progress>;
  /** The progress of the leading delivery. */
  progressOf: (taskId: number) => Promise<DeliveryProgress>;
  taskProgressOf: (taskId: number) => Promise<Progress>;
  stageOf: (taskId: number) => Promise<Stage>;
  /** The task's deliveries, the leading one first. */
  deliveriesOf: (taskId: number) => Promise<DeliveryRow[]>;
  /** The leading one, which exists. */
  deliveryOf: (taskId: number) => Promise<DeliveryRow>;
  /** Works on the task's deliveries, one after the other, until each is published or has failed. */
  deliver: (taskId: number, how?: Work) => Promise<void>;
  deliverOne: (deliveryId: string, how?: Work) => Promise<void>;
  /** Runs what is due at the destinations of a task, as the jobs do. */
  operate: (taskId: number, how?: Work) => Promise<void>;
  /** The operations of a task's deliveries, of one kind. */
  listOperations: (taskId: number, kind: OperationKind) => Promise<OperationRow[]>;
  fail: TestSandbox["fail"];
  clearFailures: () => Promise<void>;
  /** Ends the processing of a video that was scripted to be stuck: with success, if no other outcome is given. */
  finishProcessing: (
    videoId: string,
    fate?: { outcome?: "failed" | "rejected" | "deleted" },
  ) => Promise<void>;
  state: () => Promise<SandboxState>;
  /** The videos of the sandbox's PeerTube instance, newest first. */
  peertubeVideos: () => Promise<PeerTubeVideo[]>;
  close: () => Promise<void>;
}

/** An event that ended a delivery. */
export interface Emitted {
  name: string;
  payload: unknown;
}

/** Event handlers that add the outcome of each delivery to `emitted`. */
export function recordOutcomes(emitted: Emitted[]): EventHandler[] {
  return [
    on(published, async (_ctx, payload) => void emitted.push({ name: published.name, payload })),
    on(publishFailed, async (_ctx, payload) => void emitted.push({ name: publishFailed.name, payload })),
  ];
}

/** Time between looks at a delivery, in milliseconds. */
const lookInterval = 5;
const noChoice = { withoutThumbnail: false, uploadAgain: false, acceptVisibility: false };
const mebibyte = 1024 * 1024;
const minPartBytes = 5 * mebibyte;
const smallChunks = { chunkBytes: mebibyte, maxChunkBytes: mebibyte };

export async function publishingScenario(app: TestApp): Promise<PublishingScenario> {
  const { db, run, sandbox } = app;
  const youtube = createYouTube({
    addresses: sandboxAddresses(sandbox.url),
    clientId: sandbox.clientId,
    clientSecret: sandbox.clientSecret,
    log: app.dependencies.log,
    timeouts: { responseSeconds: 10, stallSeconds: 10 },
  });
  const s3 = createS3Buckets({
    log: app.dependencies.log,
    rules: { allowPrivate: true, trustedOrigins: [] },
    partBytes: minPartBytes,
  });
  const { peertube, vimeo } = app.dependencies.platforms;
  const dependencies: PublishingDependencies = {
    ...app.dependencies,
    // Small chunks, so that small files have several.
    platforms: {
      ...app.dependencies.platforms,
      youtube: changedPlatform(youtube, smallChunks),
      vimeo: changedPlatform(vimeo, smallChunks),
      peertube: changedPlatform(peertube, smallChunks),
      s3,
    },
    retryPolicy: { attempts: 6, secondInMilliseconds: 4 },
  };
  const uploads = createUploadStates();
  const creator = await app.person("konkan", "YOUTUBER");
  const editor = await app.person("anika", "EDITOR");

  async function runDue(deliveryId: string, parts = dependencies, signal = new AbortController().signal) {
    await operate({ dependencies: parts, deliveryId, uploads, signal, kinds: operationKinds });
  }

  async function work(id: string, { dependencies: parts, signal, untilProcessing = false }: Work = {}) {
    for (;;) {
      signal?.throwIfAborted();
      await runDue(id, parts, signal);
      const row = await app.run(null, (ctx) => findInProgress(ctx.tx, id));
      if (!row || (untilProcessing && row.step === "processing")) return;
      await wait(lookInterval);
      // A clock set by a test doesn't move by itself, so that a retry would never become due.
      app.passTime(lookInterval);
    }
  }

  const approvedTask = (options: TaskOptions = {}) => storeApprovedTask(app, { creator, editor }, options);

  async function connect(actor: Actor, taskId: number, choice?: ConsentChoice): Promise<void> {
    const url = await authorize(dependencies, actor, { reconnect: true });
    const { code, state } = await authorizeInSandbox(url, choice);
    await connectChannel(dependencies, actor, { code: code ?? "", taskId, ...(state && { state }) });
  }

  const taskProgressOf = (taskId: number) => run(creator, (ctx) => readProgress(ctx, taskId, dependencies));
  const deliveriesOf = (taskId: number) => run(null, (ctx) => deliveriesOfTask(ctx.tx, taskId));

  return {
    dependencies,
    youtube: dependencies.platforms.youtube.connect(null),
    withPlatform: (kind, change) => ({
      ...dependencies,
      platforms: {
        ...dependencies.platforms,
        [kind]: changedPlatform(dependencies.platforms[kind], change),
      },
    }),
    creator,
    editor,
    approvedTask,
    setHash: async (videoId, sha256) => {
      await db.update(videos).set({ sha256 }).where(eq(videos.id, videoId));
    },
    connect,
    connectYouTube: async (choice) => connect(creator, (await approvedTask({ bytes: 1000 })).taskId, choice),
    connectPeerTube: async (channel = "mira_cooks") => {
      const fields = { address: sandbox.url, username: "mira", password: "sandbox-mira", channel };
      const { connected } = await connectByForm(dependencies, creator, { kind: "peertube", fields });
      if (!connected) throw new Error("The account has no such channel.");
      return connected;
    },
    start: (taskId, how = {}) =>
      run(creator, (ctx) => startDelivery(ctx, { taskId, visibility: "public", ...how }, dependencies)),
    retry: (taskId, how = {}) =>
      run(creator, (ctx) => retryDelivery(ctx, { taskId, ...noChoice, ...how }, dependencies)),
    progressOf: async (taskId) => leadingDelivery(await taskProgressOf(taskId)),
    taskProgressOf,
    stageOf: async (taskId) => (await run(null, (ctx) => readTask(ctx, taskId))).stage,
    deliveriesOf,
    deliveryOf: async (taskId) => {
      const [row] = await deliveriesOf(taskId);
      if (!row) throw new Error("The task has no delivery.");
      return row;
    },
    deliver: async (taskId, how = {}) => {
      for (const { id } of await deliveriesOf(taskId)) await work(id, how);
    },
    deliverOne: work,
    operate: async (taskId, how = {}) => {
      for (const { id } of await deliveriesOf(taskId)) await runDue(id, how.dependencies, how.signal);
    },
    listOperations: async (taskId, kind) => {
      const ids = (await deliveriesOf(taskId)).map(({ id }) => id);
      return run(null, (ctx) => listOperations(ctx.tx, ids, [kind]));
    },
    fail: sandbox.fail,
    clearFailures: async () => {
      await fetch(`${sandbox.url}/control/failures`, { method: "DELETE" });
    },
    finishProcessing: async (videoId, fate = {}) => {
      const request = { method: "POST", headers: { "content-type": "application/json" } };
      const url = `${sandbox.url}/control/videos/${videoId}`;
      await fetch(url, { ...request, body: JSON.stringify(fate) });
    },
    state: async () => {
      const response = await fetch(`${sandbox.url}/control/state`);
      return (await response.json()) as SandboxState;
    },
    peertubeVideos: async () => {
      const response = await fetch(`${sandbox.url}/control/peertube`);
      return ((await response.json()) as { videos: PeerTubeVideo[] }).videos;
    },
    close: async () => void (await Promise.all([youtube.close(), s3.close()])),
  };
}
