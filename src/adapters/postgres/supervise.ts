import { setTimeout as wait } from "node:timers/promises";

import { Client, type PoolConfig } from "pg";
import type { BaseLogger } from "pino";

import { findBinaries } from "./binaries.ts";
import { canonicalFolder, type ClusterLocation, prepareClusterFolder, shortHash } from "./cluster-folder.ts";
import {
  clusterMajor,
  createCluster,
  startServer,
  type ServerProcess,
  removeUnfinishedClusters,
  runningServer,
} from "./cluster.ts";
import { withStartLock } from "./start-lock.ts";

/** A PostgreSQL server started by Reelay. */
export interface SupervisedPostgres {
  connection: PoolConfig;
  /** Stops the server unless another process uses it. Close pools first. */
  stop: () => Promise<void>;
}

const databaseName = "reelay";
const startTimeout = 120_000;
const stopTimeout = 60_000;

/**
 * Runs PostgreSQL on `folder`, reachable over a private Unix socket: attaches to a running server or starts
 * one, creating the cluster if necessary. The server outlives this process if it is killed, and is restarted
 * if the server dies. `settings` are added to its command line.
 */
export async function supervisePostgres(options: {
  folder: string;
  log: BaseLogger;
  settings?: Record<string, string>;
}): Promise<SupervisedPostgres> {
  const { log, settings = {} } = options;
  const folder = await canonicalFolder(options.folder);
  const withFolderLock = <T>(act: () => Promise<T>) =>
    withStartLock(`reelay-postgres-${shortHash(folder)}`, act);
  const location = await withFolderLock(() => prepareClusterFolder(folder));

  const ending = new AbortController();
  let monitor = await withFolderLock(() => ensureRunning(location, settings, log));
  const watch = () => monitor.once("end", () => void restart());
  const restart = async () => {
    for (let tries = 0; !ending.signal.aborted; tries += 1) {
      log.warn({ folder }, "The database server has stopped. Restarting it.");
      try {
        monitor = await withFolderLock(() => ensureRunning(location, settings, log));
        watch();
        return;
      } catch (error) {
        log.error({ err: error }, "The database server could not be started. Trying again.");
        await wait(Math.min(250 * 2 ** tries, 10_000), undefined, { ref: false });
      }
    }
  };
  watch();

  return {
    connection: { host: location.sockets, port: 5432, user: databaseName, database: databaseName },
    stop: async () => {
      if (ending.signal.aborted) return;
      ending.abort();
      await withFolderLock(() => shutDownUnlessUsed(location, monitor, log));
    },
  };
}

/**
 * Returns a connection that stays open: it shows other supervisors that the server is in use, and its end
 * shows that the server died.
 */
async function ensureRunning(
  location: ClusterLocation,
  settings: Record<string, string>,
  log: BaseLogger,
): Promise<Client> {
  const monitor = (await tryConnect(location)) ?? (await start(location, settings, log));
  try {
    await createDatabase(monitor);
  } catch (error) {
    await shutDownUnlessUsed(location, monitor, log);
    throw error;
  }
  return monitor;
}

async function start(
  location: ClusterLocation,
  settings: Record<string, string>,
  log: BaseLogger,
): Promise<Client> {
  await removeUnfinishedClusters(location.home);
  const major = await clusterMajor(location);
  const binaries = await findBinaries(location.account, major);
  if (major === null) {
    log.info(`Creating the database in ${location.cluster} (PostgreSQL ${binaries.major}).`);
    await createCluster(location, binaries);
  }
  const begun = performance.now();
  let server: ServerProcess | null = null;
  let loggedAt = begun;
  for (;;) {
    if (server?.hasEnded()) {
      const output = await server.output();
      if (!/lock file|shared memory block/.test(output))
        throw new Error(`PostgreSQL could not start: ${output}`);
      await wait(200);
      server = null;
    }
    if (server === null && (await runningServer(location)) === null) {
      server = await startServer(location, binaries, settings);
    }
    const monitor = await tryConnect(location);
    if (monitor) return monitor;
    if (performance.now() - loggedAt > 10_000) {
      loggedAt = performance.now();
      log.info("The database is recovering from a crash. This can take a while.");
    }
    if (performance.now() - begun > startTimeout) throw await startTimeoutError(location);
    await wait(10);
  }
}

async function startTimeoutError(location: ClusterLocation): Promise<Error> {
  const pid = await runningServer(location);
  const stop = pid === null ? "" : ` Stop it with \`kill -INT ${pid}\`, then start again.`;
  return new Error(`PostgreSQL on ${location.cluster} does not respond. See ${location.log}.${stop}`);
}

/** A connection to the server, or `null` if it is not ready. */
async function tryConnect(location: ClusterLocation): Promise<Client | null> {
  const client = new Client({
    host: location.sockets,
    port: 5432,
    user: "postgres",
    database: "postgres",
    application_name: "reelay supervisor",
    connectionTimeoutMillis: 10_000,
  });
  // A lost connection also emits `end`, which is handled.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (error instanceof Error && "code" in error && notReadyCodes.has(String(error.code))) return null;
    throw error;
  }
}

/** No socket, connection refused, or PostgreSQL starting up or shutting down (57P03). */
const notReadyCodes = new Set(["ENOENT", "ECONNREFUSED", "ECONNRESET", "57P03"]);

/** Creates the application's role (not a superuser) and database. */
async function createDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_database where datname = $1", [databaseName]);
  if (rowCount) return;
  const role = await client.query("select from pg_roles where rolname = $1", [databaseName]);
  if (!role.rowCount) await create(client, `role ${databaseName} login createdb`);
  await create(client, `database ${databaseName} owner ${databaseName}`);
}

/** The server may still be creating the same for a process that was killed. */
async function create(client: Client, what: string): Promise<void> {
  await client.query(`create ${what}`).catch((error: { code?: string }) => {
    if (!existsCodes.has(error.code ?? "")) throw error;
  });
}

/** duplicate_object, duplicate_database, and unique_violation when the other statement ends first. */
const existsCodes = new Set(["42710", "42P04", "23505"]);

async function shutDownUnlessUsed(
  location: ClusterLocation,
  monitor: Client,
  log: BaseLogger,
): Promise<void> {
  const used = await isUsed(monitor).catch(() => false);
  await monitor.end().catch(() => undefined);
  const pid = await runningServer(location);
  if (used || pid === null) return;
  process.kill(pid, "SIGINT");
  const begun = performance.now();
  while ((await runningServer(location)) !== null) {
    if (performance.now() - begun > stopTimeout) {
      log.warn(`PostgreSQL (process ${pid}) is still shutting down.`);
      return;
    }
    await wait(10);
  }
}

/** Checked repeatedly, because connections of a process that just ended may still be listed. */
async function isUsed(monitor: Client): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const { rowCount } = await monitor.query(
      "select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    if (!rowCount) return false;
    await wait(25);
  }
  return true;
}
