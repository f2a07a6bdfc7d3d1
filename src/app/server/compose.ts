import { join } from "node:path";

import type { FastifyInstance, FastifyRequest } from "fastify";
import type { PoolConfig } from "pg";
import type { Logger } from "pino";

import { findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { createVideoTools } from "#adapters/ffmpeg/video-tools.ts";
import { type IdentityAddresses, singleSignOnIdentity } from "#adapters/identity-provider/addresses.ts";
import { createIdentityProvider } from "#adapters/identity-provider/identity-provider.ts";
import { createJobs } from "#adapters/jobs/pg-boss.ts";
import type { Mail } from "#adapters/mail/mail.ts";
import type { Metrics } from "#adapters/metrics/metrics.ts";
import type { S3Settings } from "#adapters/object-storage/s3-bucket.ts";
import { tryAdvisoryLock } from "#adapters/postgres/advisory-lock.ts";
import { connect } from "#adapters/postgres/connect.ts";
import { migrate } from "#adapters/postgres/migrate.ts";
import type { Push } from "#adapters/push/push.ts";
import { createSocketIo } from "#adapters/realtime/socket-io.ts";
import { admitHandshakes } from "#core/server/admit-requests.ts";
import type { BoundEndpoint } from "#core/server/bind-endpoints.ts";
import { addressNetwork, clientAddress } from "#core/server/client-address.ts";
import { createRead, createRun } from "#core/server/context.ts";
import { createKeyring } from "#core/server/keyring.ts";
import { createRequestShares } from "#core/server/request-shares.ts";
import { collecting } from "#core/server/response-messages.ts";
import type { SignInSettings } from "#core/sign-in-settings.ts";
import { guestReviewChanged } from "#modules/feedback/realtime-messages.ts";
import type { SettingInForce } from "#modules/operators/contract/settings.ts";
import { warnAboutUnconfirmedOperators } from "#modules/operators/server/public/unconfirmed-operators.ts";
import { fillNameSkeletons } from "#modules/people/server/public/fill-name-skeletons.ts";
import type { QuotaLimits } from "#modules/publishing/rules/quota.ts";
import type { Contact } from "#modules/site/rules/contact.ts";
import { lockTaskOfVideo } from "#modules/tasks/server/public/tasks.ts";

import { poolSize, processName, warnAboutConnections } from "./connections.ts";
import { registerCrawlerFiles } from "./crawlers.ts";
import { type CheckHealth, createHealthCheck, registerHealth } from "./health.ts";
import { createHttp } from "./http.ts";
import { readIdentity } from "./installation/identity.ts";
import { requireSameInstallation } from "./installation/require-same.ts";
import { createCollection } from "./metrics/collect.ts";
import { measurePlatforms, measureRequests, measureStorage, measureTools } from "./metrics/measure.ts";
import {
  authenticateSocket,
  identifySession,
  registerModules,
  moduleJobs,
  moduleEventHandlers,
  readAccess,
  type Dependencies,
} from "./modules.ts";
import { openStorage } from "./open-storage.ts";
import { closePlatforms, createPlatforms, type PlatformSettings } from "./platforms.ts";
import { presentSignIn } from "./present-sign-in.ts";
import { reportUnusableStore } from "./report-store.ts";
import { createServerStatus } from "./server-status.ts";
import { createShutdown, type Shutdown } from "./shutdown.ts";
import { registerSite } from "./site.ts";

/** Settings of a server, one of several servers, or a test. */
export interface Composition extends Omit<PlatformSettings, "log"> {
  connection: PoolConfig;
  /** Most database connections that this process may open. */
  databaseConnections: number;
  root: string;
  filesFolder: string;
  /** Null keeps files in `filesFolder`. */
  objectStore: S3Settings | null;
  /** Bytes that each user may store; null without a limit. */
  storageQuota: number | null;
  scratchFolder: string;
  /** Folder of the built browser app, or null to serve the API alone. */
  webFolder: string | null;
  appUrl: string;
  trustedProxies: number;
  secret: string;
  /** File with `secret` if it was generated; null if it is configured. */
  secretFile: string | null;
  reviewWindowSeconds: number;
  /** Email addresses of the operators, in lower case. */
  operatorEmails: readonly string[];
  ffmpegPath: string | null;
  /** Null counts nothing. */
  metrics: Metrics | null;
  /** All settings with the values in force, for operators. `ffmpeg` is the path of the program; null if there is none. */
  settingsInForce: (ffmpeg: string | null) => readonly SettingInForce[];
  /** Daily limits of YouTube's quotas. */
  youtubeQuota: QuotaLimits;
  /** Addresses for signing in with the platform's client. */
  identity: IdentityAddresses;
  /** The settings of sign-up and login. */
  signIn: SignInSettings;
  /** The operator's provider for single sign-on, if any. */
  singleSignOn: SingleSignOn | null;
  /** Whether users may log in with Google, or with the sandbox platform in its place. */
  googleLogin: boolean;
  /** Null sends no email: notifications stay in the app. */
  mail: Mail | null;
  push: Push;
  /** Contact of the operator, for the footer and legal pages. */
  contact: Contact;
  /** Further origins of images on pages. */
  pictures: readonly string[];
  /** Null where this process runs no sandbox platform. */
  isSandboxRunning?: (() => boolean) | null;
  role: "all" | "web" | "worker";
  log: Logger;
  clock?: () => Date;
  /** Tests record with it what actions enqueue and send. */
  createRun?: typeof createRun;
  /** Tests look for ffmpeg once. */
  findFfmpeg?: typeof findFfmpeg;
}

/** A client of an OpenID Connect provider. */
export interface SingleSignOn {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
  /** The claim with the user's role; null if users choose it. */
  roleClaim: string | null;
}

export interface Composed {
  app: FastifyInstance;
  dependencies: Dependencies;
  endpoints: readonly BoundEndpoint[];
  checkHealth: CheckHealth;
  /** Starts the workers, if this process's role has any. */
  startWork: () => Promise<void>;
  /** For tests: resolves when no job is due or running. */
  idle: () => Promise<void>;
  stop: Shutdown["stop"];
}

/** Milliseconds that running requests get to end when the server stops. */
const closeTimeout = 4000;

/**
 * Creates the adapters, then the modules in their order. Used by the server, the tests and the seed. After a
 * failure, `shutdown` contains what was started.
 */
export async function compose(parts: Composition, shutdown: Shutdown = createShutdown()): Promise<Composed> {
  const { log, clock = () => new Date() } = parts;
  const { pool, db } = await openDatabase(parts, shutdown);
  const { metrics, mail } = parts;
  const plainStorage = await openStorage(parts);
  const storage = metrics ? measureStorage(plainStorage, metrics) : plainStorage;
  await reportUnusableStore(storage, log);
  const ffmpeg = await findProgram(parts);
  const platforms = await shutdown.start(async () => createPlatforms(parts), closePlatforms);
  const jobs = await shutdown.start(
    () => createJobs({ pool, log, clock }),
    (queue) => queue.stop(),
  );
  const app = await shutdown.start(() => createHttp(parts), closeHttp);
  const shares = createRequestShares();
  const realtime = await shutdown.start(
    async () =>
      createSocketIo({
        pool,
        log,
        appUrl: parts.appUrl,
        admit: admitHandshakes(shares, parts.trustedProxies),
        network: (request) => addressNetwork(clientAddress(request, parts.trustedProxies)),
        authenticate: (handshake) => authenticateSocket({ read, run })(handshake),
        guestMessage: guestReviewChanged.name,
      }),
    (adapter) => adapter.close(),
  );
  if (metrics) {
    measureRequests(app, metrics);
    metrics.collect(createCollection({ pool, realtime, jobInspection: jobs.inspection }));
  }
  const sendRealtime = collecting(realtime.send);
  const keyring = createKeyring(parts.secret);
  const { operatorEmails, reviewWindowSeconds, storageQuota, signIn } = parts;
  const settings = { operatorEmails, emailEnabled: mail !== null, reviewWindowSeconds, storageQuota, signIn };
  const run = (parts.createRun ?? createRun)({
    db,
    clock,
    keyring,
    settings,
    enqueue: jobs.enqueue,
    sendRealtime,
    eventHandlers: moduleEventHandlers(),
    lockTask: lockTaskOfVideo,
  });
  const read = createRead({ db, clock, keyring, settings });
  const checkHealth = createHealthCheck({ pool, storage, jobs, isSandboxRunning: parts.isSandboxRunning });
  const dependencies: Dependencies = {
    run,
    read,
    storage,
    keyring,
    clock,
    log,
    mayRead: readAccess,
    notifyClients: (userIds, message, payload) => sendRealtime(userIds, message.name, payload),
    notifyGuests: (channels, message, payload) => {
      if (channels.length > 0) sendRealtime(channels, message.name, payload);
    },
    lock: (key) => tryAdvisoryLock(pool, key),
    jobStatus: jobs.jobStatus,
    jobInspection: jobs.inspection,
    serverStatus: createServerStatus({
      root: parts.root,
      pool,
      checkHealth,
      jobInspection: jobs.inspection,
      bucket: parts.objectStore?.bucket ?? null,
      ffmpeg: ffmpeg && `${ffmpeg.version} (${ffmpeg.path})`,
      mail,
    }),
    settingsInForce: parts.settingsInForce(ffmpeg?.path ?? null),
    tools: metrics ? measureTools(createVideoTools(ffmpeg), metrics) : createVideoTools(ffmpeg),
    scratchFolder: parts.scratchFolder,
    platforms: metrics ? measurePlatforms(platforms, metrics) : platforms,
    youtubeQuota: parts.youtubeQuota,
    sandbox: parts.platform.sandbox,
    identity: createIdentityProviders(parts),
    appUrl: parts.appUrl,
    mail,
    push: await shutdown.start(
      async () => parts.push,
      (adapter) => adapter.close(),
    ),
    contact: parts.contact,
    endConnections: realtime.disconnectSession,
    shares,
  };
  if (parts.role !== "worker") await warnAboutUnconfirmedOperators(dependencies.read, log);
  const endpoints = registerModules(app, dependencies);
  registerHealth(app, checkHealth);
  await registerPages(app, parts, dependencies);
  realtime.attach(app.server);

  return {
    app,
    dependencies,
    endpoints,
    checkHealth,
    startWork: async () => (parts.role === "web" ? undefined : jobs.start(moduleJobs(dependencies))),
    idle: jobs.idle,
    stop: shutdown.stop,
  };
}

/** Connects to the database, and migrates it. Throws if it belongs to another installation. */
async function openDatabase(parts: Composition, shutdown: Shutdown) {
  const { role, databaseConnections, log } = parts;
  const options = { log, max: poolSize(role, databaseConnections), name: processName(role) };
  const { pool, db } = await shutdown.start(
    async () => connect(parts.connection, options),
    (connected) => connected.pool.end(),
  );
  await warnAboutConnections(pool, databaseConnections, log);
  await migrate(pool, join(parts.root, "migrations"));
  await fillNameSkeletons(db);
  await requireSameInstallation(db, await readIdentity(parts), parts);
  return { pool, db };
}

/** The usable ffmpeg; null if there is none. */
async function findProgram({ ffmpegPath, log, findFfmpeg: find = findFfmpeg }: Composition) {
  const settings = { FFMPEG_PATH: ffmpegPath ?? undefined, PATH: process.env["PATH"] };
  const { ffmpeg, explanation, rejected } = await find(settings);
  log[!ffmpeg || rejected ? "warn" : "info"](explanation);
  return ffmpeg;
}

async function registerPages(app: FastifyInstance, parts: Composition, dependencies: Dependencies) {
  registerCrawlerFiles(app, parts.appUrl);
  if (!parts.webFolder) return;
  const identify = identifySession(dependencies);
  const isOperator = async (sent: FastifyRequest) => (await identify(sent))?.operator ?? false;
  const site = { folder: parts.webFolder, signInOptions: presentSignIn(parts), isOperator };
  await registerSite(app, { ...parts, ...site });
}

/** The providers that users log in with. The platform's client also connects channels where it offers no login. */
function createIdentityProviders({ platform, identity, googleLogin, singleSignOn, log }: Composition) {
  return {
    google: googleLogin ? createIdentityProvider({ ...platform, addresses: identity, log }) : null,
    oidc:
      singleSignOn &&
      createIdentityProvider({ ...singleSignOn, addresses: singleSignOnIdentity(singleSignOn), log }),
  };
}

async function closeHttp(app: FastifyInstance): Promise<void> {
  // A browser with a paused video keeps its response open indefinitely.
  const timeout = setTimeout(() => app.server.closeAllConnections(), closeTimeout);
  await app.close();
  clearTimeout(timeout);
}
