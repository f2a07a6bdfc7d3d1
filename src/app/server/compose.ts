import { join } from "node:path";

import type { FastifyInstance } from "fastify";
import type { PoolConfig } from "pg";
import type { Logger } from "pino";

import { findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { createVideoTools } from "#adapters/ffmpeg/video-tools.ts";
import type { IdentityAddresses } from "#adapters/identity-provider/addresses.ts";
import { createIdentityProvider } from "#adapters/identity-provider/identity-provider.ts";
import { createJobs } from "#adapters/jobs/pg-boss.ts";
import type { Mail } from "#adapters/mail/mail.ts";
import { createDiskStorage } from "#adapters/object-storage/disk.ts";
import type { S3Settings } from "#adapters/object-storage/s3-bucket.ts";
import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import { connect } from "#adapters/postgres/connect.ts";
import { migrate } from "#adapters/postgres/migrate.ts";
import { createSocketIo } from "#adapters/realtime/socket-io.ts";
import type { PlatformAddresses } from "#adapters/video-platform/addresses.ts";
import { createVideoPlatform } from "#adapters/video-platform/platform.ts";
import type { BoundEndpoint } from "#core/server/bind-endpoints.ts";
import { createRead, createRun } from "#core/server/context.ts";
import { createKeyring } from "#core/server/keyring.ts";
import type { Contact } from "#modules/site/rules.ts";

import { registerHealth } from "./health.ts";
import { createHttp } from "./http.ts";
import {
  authenticateSocket,
  registerModules,
  moduleJobs,
  moduleEventHandlers,
  type ModuleParts,
} from "./modules.ts";
import { createShutdown, type Shutdown } from "./shutdown.ts";
import { registerSite } from "./site.ts";

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
  endpoints: readonly BoundEndpoint[];
  /** Starts the workers of this process's role. */
  startWork: () => Promise<void>;
  /** Resolves when no job is queued or running (tests). */
  idle: () => Promise<void>;
  stop: Shutdown["stop"];
}

/** How long running requests may take to end when the server stops, in milliseconds. */
const closingPatience = 4000;

/**
 * Builds devices, then rooms in their order. The same for the server, the tests and the seed. What it has started
 * when it fails is in `stops`.
 */
export async function compose(parts: Composition, stops: Shutdown = createShutdown()): Promise<Composed> {
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
        authenticate: (handshake) => authenticateSocket(run)(handshake),
      }),
    (messages) => messages.close(),
  );
  const keyring = createKeyring(parts.secret);
  const run = createRun({
    db,
    clock,
    keyring,
    enqueue: jobs.enqueue,
    sendRealtime: live.send,
    eventHandlers: moduleEventHandlers(parts),
  });
  const moduleParts: ModuleParts = {
    ...{ run, read: createRead({ db, clock, keyring }), pool, storage, keyring, clock, log },
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
  const endpoints = registerModules(app, moduleParts);
  registerHealth(app, { pool, storage, jobs });
  if (parts.webFolder) await registerSite(app, { folder: parts.webFolder, pictures: parts.pictures });
  live.attach(app.server);

  return {
    app,
    endpoints,
    startWork: async () => {
      if (parts.role !== "web") await jobs.start(moduleJobs(moduleParts));
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
  const { createS3Storage } = await import("#adapters/object-storage/s3.ts");
  return createS3Storage({ ...objectStore, scratchFolder });
}
