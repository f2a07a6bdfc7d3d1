import { setTimeout as wait } from "node:timers/promises";

import { Client, type PoolConfig } from "pg";
import type { BaseLogger } from "pino";

import { findBinaries } from "./binaries.ts";
import {
  clusterMajor,
  createCluster,
  launch,
  type Launched,
  removeHalfMade,
  runningServer,
} from "./cluster.ts";
import { canonicalFolder, type Place, settle, shortHash } from "./folder.ts";
import { withStartLock } from "./start-lock.ts";

/** A PostgreSQL of our own: how to reach it, and the end of this process's interest in it. */
export interface OwnPostgres {
  connection: PoolConfig;
  /** Shuts the server down, unless another process still uses it. Close pools first. */
  stop: () => Promise<void>;
}

const databaseName = "reelay";
const longestStart = 120_000;
const longestStop = 60_000;

/**
 * Keeps a real PostgreSQL running on `folder`, reachable over a private Unix socket: attaches to the one that an
 * earlier or another process started, else starts it (making its data folder the first time). The server outlives
 * this process when that is killed, and is started again if it dies itself. `settings` are added to its command line.
 */
export async function superviseOwnPostgres(options: {
  folder: string;
  log: BaseLogger;
  settings?: Record<string, string>;
}): Promise<OwnPostgres> {
  const { log, settings = {} } = options;
  const folder = await canonicalFolder(options.folder);
  const locked = <T>(act: () => Promise<T>) => withStartLock(`reelay-postgres-${shortHash(folder)}`, act);
  const place = await locked(() => settle(folder));

  const ending = new AbortController();
  let presence = await locked(() => bringUp(place, settings, log));
  const watch = () => presence.once("end", () => void revive());
  const revive = async () => {
    for (let tries = 0; !ending.signal.aborted; tries += 1) {
      log.warn({ folder }, "The database server is gone; starting it again.");
      try {
        presence = await locked(() => bringUp(place, settings, log));
        watch();
        return;
      } catch (error) {
        log.error({ err: error }, "The database server does not start.");
        await wait(Math.min(250 * 2 ** tries, 10_000), undefined, { ref: false });
      }
    }
  };
  watch();

  return {
    connection: { host: place.sockets, port: 5432, user: databaseName, database: databaseName },
    stop: async () => {
      if (ending.signal.aborted) return;
      ending.abort();
      await locked(() => shutDownUnlessUsed(place, presence, log));
    },
  };
}

/**
 * Returns a connection that says “in use” to other supervisors of the same server for as long as it is open, and
 * whose end says that the server died.
 */
async function bringUp(place: Place, settings: Record<string, string>, log: BaseLogger): Promise<Client> {
  const presence = (await reach(place)) ?? (await start(place, settings, log));
  try {
    await createDatabase(presence);
  } catch (error) {
    await shutDownUnlessUsed(place, presence, log);
    throw error;
  }
  return presence;
}

async function start(place: Place, settings: Record<string, string>, log: BaseLogger): Promise<Client> {
  await removeHalfMade(place.home);
  const major = await clusterMajor(place);
  const binaries = await findBinaries(place.account, major);
  if (major === null) {
    log.info(`Making the database in ${place.cluster} (PostgreSQL ${binaries.major}), once.`);
    await createCluster(place, binaries);
  }
  const begun = performance.now();
  let launched: Launched | null = null;
  let toldAt = begun;
  for (;;) {
    if (launched?.hasEnded()) {
      const words = await launched.words();
      if (!/lock file|shared memory block/.test(words)) throw new Error(`PostgreSQL ended: ${words}`);
      await wait(200);
      launched = null;
    }
    if (launched === null && (await runningServer(place)) === null) {
      launched = await launch(place, binaries, settings);
    }
    const presence = await reach(place);
    if (presence) return presence;
    if (performance.now() - toldAt > 10_000) {
      toldAt = performance.now();
      log.info("The database is recovering from a crash; this can take a while.");
    }
    if (performance.now() - begun > longestStart) throw await notAnswering(place);
    await wait(10);
  }
}

async function notAnswering(place: Place): Promise<Error> {
  const pid = await runningServer(place);
  const stop = pid === null ? "" : ` Stop it with \`kill -INT ${pid}\`, then start again.`;
  return new Error(`PostgreSQL on ${place.cluster} does not answer; ${place.log} says why.${stop}`);
}

/** A connection to the server, or `null` while there is none or it is not ready. */
async function reach(place: Place): Promise<Client | null> {
  const client = new Client({
    host: place.sockets,
    port: 5432,
    user: "postgres",
    database: "postgres",
    application_name: "reelay supervisor",
    connectionTimeoutMillis: 10_000,
  });
  // A lost connection also ends, and that is what is waited for.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (error instanceof Error && "code" in error && notYet.has(String(error.code))) return null;
    throw error;
  }
}

/** No socket, nobody listening, and PostgreSQL's own “starting up or shutting down”. */
const notYet = new Set(["ENOENT", "ECONNREFUSED", "ECONNRESET", "57P03"]);

/** The application's own role, no superuser, and its database. */
async function createDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_database where datname = $1", [databaseName]);
  if (rowCount) return;
  const role = await client.query("select from pg_roles where rolname = $1", [databaseName]);
  if (!role.rowCount) await client.query(`create role ${databaseName} login createdb`);
  await client.query(`create database ${databaseName} owner ${databaseName}`);
}

async function shutDownUnlessUsed(place: Place, presence: Client, log: BaseLogger): Promise<void> {
  const used = await isUsed(presence).catch(() => false);
  await presence.end().catch(() => undefined);
  const pid = await runningServer(place);
  if (used || pid === null) return;
  process.kill(pid, "SIGINT");
  const begun = performance.now();
  while ((await runningServer(place)) !== null) {
    if (performance.now() - begun > longestStop) {
      log.warn(`PostgreSQL (process ${pid}) is still shutting down.`);
      return;
    }
    await wait(10);
  }
}

/** Connections of a process that ended a moment ago may still be counted, hence several looks. */
async function isUsed(presence: Client): Promise<boolean> {
  for (let look = 0; look < 20; look += 1) {
    const { rowCount } = await presence.query(
      "select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    if (!rowCount) return false;
    await wait(25);
  }
  return true;
}
