import { join } from "node:path";

import type { FastifyInstance } from "fastify";
import type { PoolConfig } from "pg";
import type { Logger } from "pino";

import { findFfmpeg } from "#devices/ffmpeg/ffmpeg.ts";
import { createVideoTools } from "#devices/ffmpeg/video-tools.ts";
import type { IdentityAddresses } from "#devices/identity-provider/addresses.ts";
import { createIdentityProvider } from "#devices/identity-provider/identity-provider.ts";
import { createJobs } from "#devices/jobs/pg-boss.ts";
import { createSocketIo } from "#devices/live/socket-io.ts";
import type { Mail } from "#devices/mail/mail.ts";
import { createDiskStorage } from "#devices/object-storage/disk.ts";
import type { S3Settings } from "#devices/object-storage/s3-bucket.ts";
import type { ObjectStorage } from "#devices/object-storage/storage.ts";
import { connect } from "#devices/postgres/connect.ts";
import { migrate } from "#devices/postgres/migrate.ts";
import type { PlatformAddresses } from "#devices/video-platform/addresses.ts";
import { createVideoPlatform } from "#devices/video-platform/platform.ts";
import type { Bound } from "#foundation/server/bind.ts";
import { createRead, createRun } from "#foundation/server/context.ts";
import { createSeal } from "#foundation/server/seal.ts";
import type { Contact } from "#product/site/rules.ts";

import { registerHealth } from "./health.ts";
import { createHttp } from "./http.ts";
import { authenticateLive, registerRooms, roomJobs, roomReactions, type RoomParts } from "./rooms.ts";
import { registerSite } from "./site.ts";
import { createStops, type Stops } from "./stops.ts";

/** Everything that differs between a machine, a cluster and a test. */
export interface Composition {
  connection: PoolConfig;
  root: string;
  filesFolder: string;
  /** Null keeps files in `filesFolder`. */
  objectStore: S3Settings | null;
  scratchFolder: string;
  /** Folder of the built browser app, or null to serve the API alone. */
  webFolder: string | null;
  appUrl: string;
  trustedProxies: number;
  secret: string;
  reviewWindowSeconds: number;
  ffmpegPath: string | null;
  platform: { addresses: PlatformAddresses; clientId: string; clientSecret: string; sandbox: boolean };
  /** Where people sign in, known by the platform's client. */
  identity: IdentityAddresses;
  /** Null sends no mail: notifications stay inside the app. */
  mail: Mail | null;
  /** Who answers for this server, as its footer and legal pages say. */
  contact: Contact;
  /** Other origins whose pictures pages may show. */
  pictures: readonly string[];
  role: "all" | "web" | "worker";
  log: Logger;
  clock?: () => Date;
}

export interface Composed {
  app: FastifyInstance;
  endpoints: readonly Bound[];
  /** Starts the workers of this process's role. */
  startWork: () => Promise<void>;
  /** Resolves when no job is queued or running (tests). */
  idle: () => Promise<void>;
  stop: Stops["stop"];
}

/** How long running requests may take to end when the server stops, in milliseconds. */
const closingPatience = 4000;

/**
 * Builds devices, then rooms in their order. The same for the server, the tests and the seed. What it has started
 * when it fails is in `stops`.
 */
export async function compose(parts: Composition, stops: Stops = createStops()): Promise<Composed> {
  const { log, clock = () => new Date() } = parts;
  const { pool, db } = await stops.start(
    async () => connect(parts.connection, { log }),
    (connected) => connected.pool.end(),
  );
  await migrate(pool, join(parts.root, "migrations"));
  const storage = await openStorage(parts);
  const { ffmpeg, explanation, rejected } = await findFfmpeg({
    FFMPEG_PATH: parts.ffmpegPath ?? undefined,
    PATH: process.env["PATH"],
  });
  if (!ffmpeg || rejected) log.warn(explanation);
  else log.info(explanation);
  const platform = await stops.start(
    async () => createVideoPlatform({ ...parts.platform, log }),
    (client) => client.close(),
  );
  const jobs = await stops.start(
    () => createJobs({ pool, log, clock }),
    (queue) => queue.stop(),
  );
  const app = await stops.start(() => createHttp(parts), closeHttp);
  const live = await stops.start(
    async () =>
      createSocketIo({
        pool,
        log,
        appUrl: parts.appUrl,
        authenticate: (handshake) => authenticateLive(run)(handshake),
      }),
    (messages) => messages.close(),
  );
  const seal = createSeal(parts.secret);
  const run = createRun({
    db,
    clock,
    seal,
    enqueue: jobs.enqueue,
    sendLive: live.send,
    reactions: roomReactions(parts),
  });
  const roomParts: RoomParts = {
    ...{ run, read: createRead({ db, clock, seal }), pool, storage, seal, clock, log },
    traces: jobs.traces,
    tools: createVideoTools(ffmpeg),
    scratchFolder: parts.scratchFolder,
    platform: { client: platform, sandbox: parts.platform.sandbox },
    identity: createIdentityProvider({ ...parts.platform, addresses: parts.identity, log }),
    appUrl: parts.appUrl,
    mail: parts.mail,
    contact: parts.contact,
    endConnections: live.disconnectSession,
  };
  const endpoints = registerRooms(app, roomParts);
  registerHealth(app, { pool, storage, jobs });
  if (parts.webFolder) await registerSite(app, { folder: parts.webFolder, pictures: parts.pictures });
  live.attach(app.server);

  return {
    app,
    endpoints,
    startWork: async () => {
      if (parts.role !== "web") await jobs.start(roomJobs(roomParts));
    },
    idle: jobs.idle,
    stop: stops.stop,
  };
}

async function closeHttp(app: FastifyInstance): Promise<void> {
  // A browser that paused a video holds its reply open for as long as it likes.
  const impatient = setTimeout(() => app.server.closeAllConnections(), closingPatience);
  await app.close();
  clearTimeout(impatient);
}

/** The client library of object stores is loaded only where one is used. */
async function openStorage({
  objectStore,
  filesFolder,
  scratchFolder,
}: Pick<Composition, "objectStore" | "filesFolder" | "scratchFolder">): Promise<ObjectStorage> {
  if (!objectStore) return createDiskStorage(filesFolder);
  const { createS3Storage } = await import("#devices/object-storage/s3.ts");
  return createS3Storage({ ...objectStore, scratchFolder });
}
