import { execFile, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { chown, mkdtemp, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import type { Binaries } from "./binaries.ts";
import type { ClusterLocation } from "./cluster-folder.ts";

const settings = {
  listen_addresses: "",
  shared_buffers: "128MB",
  max_connections: "200",
  timezone: "UTC",
  log_timezone: "UTC",
  random_page_cost: "1.1",
  jit: "off",
  // Statements and key values would put personal data into the log. The client that got the error reports it.
  log_min_messages: "log",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
};

// macOS has no C.UTF-8 before version 15. Text is compared by PostgreSQL's own C.UTF-8 provider in either case.
const locale = process.platform === "darwin" ? "C" : "C.UTF-8";
// Not the whole environment: PG* and LC_* of the caller would change the cluster.
const environment = { PATH: process.env["PATH"], LC_ALL: locale, TZ: "UTC" };
const maxLogBytes = 5 * 1024 * 1024;

/** Major version of the cluster, or `null` if there is none yet. */
export async function clusterMajor(location: ClusterLocation): Promise<number | null> {
  const text = await readFile(path.join(location.cluster, "PG_VERSION"), "utf8").catch(() => null);
  return text === null ? null : Number.parseInt(text, 10);
}

/** Creates the cluster under a temporary name, then renames it, so it is never incomplete. */
export async function createCluster(location: ClusterLocation, { bin, major }: Binaries): Promise<void> {
  const { uid, gid } = location.account;
  const unfinished = await mkdtemp(path.join(location.home, "new-"));
  await chown(unfinished, uid, gid);
  const builtin = major >= 17 ? ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"] : [];
  const fixed = ["--username=postgres", "--auth=trust", "--encoding=UTF8", `--locale=${locale}`];
  const initdb = promisify(execFile)(path.join(bin, "initdb"), ["-D", unfinished, ...fixed, ...builtin], {
    ...location.account,
    cwd: "/",
    env: environment,
  });
  await initdb.catch((error: unknown) => {
    const output = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
    throw new Error(`PostgreSQL could not create its data folder ${location.cluster}: ${output}`, {
      cause: error,
    });
  });
  await rename(unfinished, location.cluster);
  await syncFolder(location.home);
}

/** Removes clusters left unfinished by killed processes. The caller must have the start lock. */
export async function removeUnfinishedClusters(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    // An initdb that outlived its parent may still be writing. What remains is removed at a later start.
    if (name.startsWith("new-")) {
      await rm(path.join(home, name), { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

/** Makes a rename in `folder` durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}

/** A started `postgres` process; `output` is its log since the start. */
export interface ServerProcess {
  hasEnded: () => boolean;
  output: () => Promise<string>;
}

/** Starts `postgres` detached, so it outlives this process. It is not ready yet when this resolves. */
export async function startServer(
  location: ClusterLocation,
  { bin }: Binaries,
  more: Record<string, string>,
): Promise<ServerProcess> {
  const logged = await stat(location.log).catch(() => ({ size: 0 }));
  const from = logged.size > maxLogBytes ? 0 : logged.size;
  const log = openSync(location.log, from === 0 ? "w" : "a", 0o600);
  const all = { ...settings, unix_socket_directories: `"${location.sockets}"`, ...more };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  let ended: Error | true | null = null;
  const child = spawn(path.join(bin, "postgres"), ["-D", location.cluster, ...flags], {
    ...location.account,
    cwd: "/",
    env: environment,
    detached: true,
    stdio: ["ignore", log, log],
  });
  child.on("error", (error) => (ended = error));
  child.on("exit", () => (ended ??= true));
  child.unref();
  closeSync(log);
  return {
    hasEnded: () => ended !== null,
    output: async () => {
      if (ended instanceof Error) return ended.message;
      return (await readFile(location.log)).subarray(from).toString("utf8").trim();
    },
  };
}

/**
 * Process id of the server of this cluster, or `null`. Removes a stale `postmaster.pid` whose number belongs
 * to another or a zombie process (empty command line), because it would prevent a start.
 */
export async function runningServer(location: ClusterLocation): Promise<number | null> {
  const file = path.join(location.cluster, "postmaster.pid");
  const pid = Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10);
  if (!(pid > 0)) return null;
  const command = await processCommand(pid);
  if (command === null) return null;
  if (command.includes(`\0${location.cluster}\0`)) return pid;
  await rm(file, { force: true });
  return null;
}

/** The command line of a process, each argument between zero bytes; `null` if there is no such process. */
async function processCommand(pid: number): Promise<string | null> {
  if (process.platform !== "darwin") return readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => null);
  const list = promisify(execFile)("ps", ["-ww", "-o", "command=", "-p", String(pid)]);
  return list.then(
    ({ stdout }) => ` ${stdout.trim()} `.replaceAll(" ", "\0"),
    () => null,
  );
}
