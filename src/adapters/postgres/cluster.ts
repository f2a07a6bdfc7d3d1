import { execFile, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { chown, mkdtemp, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import type { Binaries } from "./binaries.ts";
import type { Place } from "./folder.ts";

const settings = {
  listen_addresses: "",
  shared_buffers: "128MB",
  max_connections: "200",
  timezone: "UTC",
  log_timezone: "UTC",
  random_page_cost: "1.1",
  jit: "off",
  // Statements and key values in the log would be people's data; whoever met a failure reports it.
  log_min_messages: "log",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
};

// macOS has no C.UTF-8 before version 15. Text is compared by PostgreSQL's own C.UTF-8 provider in either case.
const locale = process.platform === "darwin" ? "C" : "C.UTF-8";
// Not the whole environment: PG* and LC_* of the caller would change what the cluster is.
const environment = { PATH: process.env["PATH"], LC_ALL: locale, TZ: "UTC" };
const largestLog = 5 * 1024 * 1024;

/** The major version that made the cluster, or `null` when there is none yet. */
export async function clusterMajor(place: Place): Promise<number | null> {
  const text = await readFile(path.join(place.cluster, "PG_VERSION"), "utf8").catch(() => null);
  return text === null ? null : Number.parseInt(text, 10);
}

/** Makes the cluster under another name and moves it into place, so that it is there whole or not at all. */
export async function createCluster(place: Place, { bin, major }: Binaries): Promise<void> {
  const { uid, gid } = place.account;
  const half = await mkdtemp(path.join(place.home, "new-"));
  await chown(half, uid, gid);
  const builtin = major >= 17 ? ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"] : [];
  const fixed = ["--username=postgres", "--auth=trust", "--encoding=UTF8", `--locale=${locale}`];
  const initdb = promisify(execFile)(path.join(bin, "initdb"), ["-D", half, ...fixed, ...builtin], {
    ...place.account,
    cwd: "/",
    env: environment,
  });
  await initdb.catch((error: unknown) => {
    const words = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
    throw new Error(`PostgreSQL could not make its data folder ${place.cluster}: ${words}`, { cause: error });
  });
  await rename(half, place.cluster);
  await persistEntries(place.home);
}

/** Removes what killed makings of a cluster have left. The caller holds the start lock. */
export async function removeHalfMade(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    // An initdb that outlived its killed parent may still write there; what stays is removed at another start.
    if (name.startsWith("new-")) {
      await rm(path.join(home, name), { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

/** Makes a rename in `folder` survive a power cut. */
async function persistEntries(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}

/** A `postgres` that was started: whether it has ended, and what it has written to its log since. */
export interface Launched {
  hasEnded: () => boolean;
  words: () => Promise<string>;
}

/** Starts `postgres` so that it outlives this process. It is not ready yet. */
export async function launch(
  place: Place,
  { bin }: Binaries,
  more: Record<string, string>,
): Promise<Launched> {
  const logged = await stat(place.log).catch(() => ({ size: 0 }));
  const from = logged.size > largestLog ? 0 : logged.size;
  const log = openSync(place.log, from === 0 ? "w" : "a", 0o600);
  const all = { ...settings, unix_socket_directories: `"${place.sockets}"`, ...more };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  let ended: Error | true | null = null;
  const child = spawn(path.join(bin, "postgres"), ["-D", place.cluster, ...flags], {
    ...place.account,
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
    words: async () => {
      if (ended instanceof Error) return ended.message;
      return (await readFile(place.log)).subarray(from).toString("utf8").trim();
    },
  };
}

/**
 * The process id of the server that runs on the cluster, or `null`. A `postmaster.pid` left by a crash whose number
 * now belongs to another program, or to a dead one that nobody has buried (its command line is empty), would keep
 * PostgreSQL from starting, and is removed.
 */
export async function runningServer(place: Place): Promise<number | null> {
  const file = path.join(place.cluster, "postmaster.pid");
  const pid = Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10);
  if (!(pid > 0)) return null;
  const command = await commandOf(pid);
  if (command === null) return null;
  if (command.includes(`\0${place.cluster}\0`)) return pid;
  await rm(file, { force: true });
  return null;
}

/** The command line of a process, each argument between zero bytes; `null` if there is no such process. */
async function commandOf(pid: number): Promise<string | null> {
  if (process.platform !== "darwin") return readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => null);
  const list = promisify(execFile)("ps", ["-ww", "-o", "command=", "-p", String(pid)]);
  return list.then(
    ({ stdout }) => ` ${stdout.trim()} `.replaceAll(" ", "\0"),
    () => null,
  );
}
