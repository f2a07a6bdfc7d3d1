import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { eq } from "drizzle-orm";

import { createDiskStorage } from "#adapters/object-storage/disk.ts";
import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import { tryAdvisoryLock } from "#adapters/postgres/lock.ts";
import { sandboxAddresses } from "#adapters/video-platform/addresses.ts";
import { createVideoPlatform } from "#adapters/video-platform/platform.ts";
import type { Role } from "#core/permission.ts";
import { type Actor, createRun, on, type Run } from "#core/server/context.ts";
import { createKeyring } from "#core/server/keyring.ts";
import { people } from "#modules/accounts/server/tables.ts";
import { fileKey, originalKey } from "#modules/media/server/keys.ts";
import { storedFiles, videos } from "#modules/media/server/tables.ts";
import { published, publishFailed } from "#modules/publishing/contract.ts";
import { authorize, connectChannel } from "#modules/publishing/server/connecting.ts";
import type { PublishingParts } from "#modules/publishing/server/parts.ts";
import { reviewEventHandlers } from "#modules/review/server/event-handlers.ts";
import { versions } from "#modules/review/server/tables.ts";
import { advanceTask } from "#modules/tasks/server/actions.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import type { failureListSchema } from "../../sandbox-platform/control/failures.ts";
import { freshDatabase } from "./database.ts";
import { authorizeInSandbox, type ConsentChoice, startTestSandbox } from "./sandbox.ts";

type Failures = (typeof failureListSchema)["_input"];

/** What the sandbox knows, as far as tests ask. */
export interface SandboxState {
  videos: {
    id: string;
    sha256: string | null;
    bytes: number;
    hasThumbnail: boolean;
    resource: {
      snippet: { title: string; description: string; tags?: string[] };
      status: {
        privacyStatus: string;
        selfDeclaredMadeForKids?: boolean;
        containsSyntheticMedia?: boolean;
        publishAt?: string;
      };
    };
  }[];
  sessions: {
    size: number;
    videoId?: string;
    confirmedBytes: number;
    bytesEverReceived: number;
    requests: { first?: number; received: number; confirmed?: number; answer?: string }[];
  }[];
  consents: unknown[];
  /** What was ordered and has not happened yet. */
  defineErrors: unknown[];
}

/** A task whose approved version waits in the store. */
export interface ApprovedTask {
  taskId: number;
  videoId: string;
  /** Path of the stored original. */
  file: string;
  bytes: number;
  sha256: string;
}

/** The rooms up to publishing on real devices: PostgreSQL, disk, and a sandbox platform that can be told to fail. */
export interface PublishingStage {
  parts: PublishingParts;
  run: Run;
  storage: ObjectStorage;
  creator: Actor;
  editor: Actor;
  queue: { job: string; data: unknown }[];
  live: { people: readonly number[]; name: string; payload: unknown }[];
  /** Events that publishing has announced. */
  announced: { name: string; payload: unknown }[];
  person: (name: string, role: Role) => Promise<Actor>;
  approvedTask: (options?: {
    bytes?: number;
    thumbnail?: boolean;
    hashed?: boolean;
  }) => Promise<ApprovedTask>;
  setHash: (videoId: string, sha256: string) => Promise<void>;
  /** Goes through the sandbox's consent; the channel is connected afterwards. */
  connect: (actor: Actor, taskId: number, choice?: ConsentChoice) => Promise<void>;
  order: (defineErrors: Failures) => Promise<void>;
  forgive: () => Promise<void>;
  state: () => Promise<SandboxState>;
  stop: () => Promise<void>;
}

const mebibyte = 1024 * 1024;

export async function startPublishingStage(
  settings: { patienceTries?: number; clock?: () => Date } = {},
): Promise<PublishingStage> {
  const [database, sandbox, folder] = await Promise.all([
    freshDatabase(),
    startTestSandbox(),
    mkdtemp(join(tmpdir(), "reelay-publishing-")),
  ]);
  const { db, pool } = database;
  const storage = createDiskStorage(folder);
  const queue: PublishingStage["queue"] = [];
  const live: PublishingStage["live"] = [];
  const announced: PublishingStage["announced"] = [];
  const silent = () => undefined;
  const log = { debug: silent, info: silent, warn: silent };
  const run = createRun({
    db,
    clock: settings.clock ?? (() => new Date()),
    keyring: createKeyring("a secret of the tests, long enough to be one"),
    enqueue: async (_tx, { job }, data) => {
      queue.push({ job, data });
    },
    sendRealtime: (to, name, payload) => live.push({ people: to, name, payload }),
    eventHandlers: [
      ...reviewEventHandlers({ windowSeconds: 36_000 }),
      on(published, async (_ctx, payload) => void announced.push({ name: published.name, payload })),
      on(publishFailed, async (_ctx, payload) => void announced.push({ name: publishFailed.name, payload })),
    ],
  });
  const real = createVideoPlatform({
    addresses: sandboxAddresses(sandbox.url),
    clientId: sandbox.clientId,
    clientSecret: sandbox.clientSecret,
    log,
    patience: { answerSeconds: 10, stallSeconds: 10 },
  });
  const parts: PublishingParts = {
    run,
    storage,
    // Small pieces, so that small files have several.
    platform: { ...real, pieceBytes: mebibyte, largestPieceBytes: mebibyte },
    lock: (key) => tryAdvisoryLock(pool, key),
    appUrl: "http://localhost:3000",
    sandbox: true,
    log,
    patience: { tries: settings.patienceTries ?? 6, second: 4 },
  };

  async function person(name: string, role: Role): Promise<Actor> {
    const values = { email: `${name}@example.com`, name, nameKey: name, role, createdAt: new Date() };
    const [row] = await db.insert(people).values(values).returning({ id: people.id });
    return { id: row?.id ?? 0, role, sessionId: randomUUID() };
  }

  const creator = await person("konkan", "YOUTUBER");
  const editor = await person("anika", "EDITOR");

  async function storeThumbnail(): Promise<string> {
    const id = randomUUID();
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    await storage.put(fileKey(id), png);
    const file = { id, name: "still.png", type: "image/png", bytes: png.length, personId: creator.id };
    await db.insert(storedFiles).values({ ...file, state: "kept", createdAt: new Date() });
    return id;
  }

  return {
    parts,
    run,
    storage,
    creator,
    editor,
    queue,
    live,
    announced,
    person,
    approvedTask: async ({ bytes = 3 * mebibyte + 12_345, thumbnail = false, hashed = true } = {}) => {
      const videoId = randomUUID();
      const content = randomBytes(bytes);
      const sha256 = createHash("sha256").update(content).digest("hex");
      await storage.put(originalKey(videoId), content);
      const now = new Date();
      const thumbnailFileId = thumbnail ? await storeThumbnail() : null;
      await db.insert(videos).values({
        ...{ id: videoId, personId: editor.id, fileName: "cut.mp4", type: "video/mp4", bytes },
        ...{ fingerprint: videoId, received: bytes, state: "ready", sha256: hashed ? sha256 : null },
        createdAt: now,
      });
      const [task] = await db
        .insert(tasks)
        .values({
          ...{ creatorId: creator.id, editorId: editor.id, stage: "assigned", taskTitle: "Monsoon" },
          ...{ workDescription: "Cut it.", deadline: now, title: `Monsoon ${videoId.slice(0, 8)}` },
          ...{ description: "Rain on the line.", madeForKids: true, tags: ["rain", "a train"] },
          ...{ thumbnailFileId, attachmentFileIds: [], createdAt: now, updatedAt: now },
        })
        .returning({ id: tasks.id });
      const taskId = task?.id ?? 0;
      await db.insert(versions).values({
        ...{ taskId, number: 1, videoId, editorId: editor.id, state: "approved", windowSeconds: 36_000 },
        createdAt: now,
      });
      for (const move of ["version_playable", "approve"] as const) {
        await run(null, (ctx) => advanceTask(ctx, taskId, move));
      }
      return { taskId, videoId, file: storage.localPath(originalKey(videoId)) ?? "", bytes, sha256 };
    },
    setHash: async (videoId, sha256) => {
      await db.update(videos).set({ sha256 }).where(eq(videos.id, videoId));
    },
    connect: async (actor, taskId, choice) => {
      const { code, state } = await authorizeInSandbox(await authorize(parts, run, actor, true), choice);
      await connectChannel(parts, run, actor, { code: code ?? "", taskId, ...(state && { state }) });
    },
    order: async (defineErrors) => {
      const response = await fetch(`${sandbox.url}/control/failures`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(defineErrors),
      });
      if (!response.ok) throw new Error(`The sandbox refused the order: ${await response.text()}`);
    },
    forgive: async () => {
      await fetch(`${sandbox.url}/control/failures`, { method: "DELETE" });
    },
    state: async () => {
      const response = await fetch(`${sandbox.url}/control/state`);
      return (await response.json()) as SandboxState;
    },
    stop: async () => {
      await real.close();
      await sandbox.stop();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
