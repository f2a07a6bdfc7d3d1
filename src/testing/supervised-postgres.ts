import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";

import { Client, type PoolConfig } from "pg";
import { pino } from "pino";

import { type SupervisedPostgres, supervisePostgres } from "#adapters/postgres/supervise.ts";

const log = pino({ level: "silent" });
const folders: string[] = [];
const started: SupervisedPostgres[] = [];

/** A folder for a PostgreSQL of the test, which does not exist yet. `mode` is that of its parent. */
export async function newFolder(mode = 0o755): Promise<string> {
  const parent = await mkdtemp(path.join(tmpdir(), "reelay-test-"));
  await chmod(parent, mode);
  const folder = path.join(parent, "postgres");
  folders.push(folder);
  return folder;
}

export async function supervise(folder: string): Promise<SupervisedPostgres> {
  const own = await supervisePostgres({ folder, log });
  started.push(own);
  return own;
}

export async function query<T extends object>(connection: PoolConfig, text: string): Promise<T[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

export async function serverPid(folder: string): Promise<number> {
  return Number.parseInt(await readFile(path.join(folder, "cluster/postmaster.pid"), "utf8"), 10);
}

type OtherProcess = ChildProcessByStdio<null, Readable, null>;

/** Another process that supervises `folder`, prints “up” and keeps running. */
export function otherProcess(folder: string): OtherProcess {
  const module = JSON.stringify(new URL("../adapters/postgres/supervise.ts", import.meta.url).href);
  const log = "{ info() {}, warn() {}, error: console.error }";
  const code = `const { supervisePostgres } = await import(${module});
    await supervisePostgres({ folder: ${JSON.stringify(folder)}, log: ${log} });
    console.log("up");`;
  return spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

export async function killed(child: OtherProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

/** Stops the servers that `supervise` started and removes all folders. */
export async function stopSupervised(): Promise<void> {
  for (const own of started.splice(0)) await own.stop();
  for (const folder of folders.splice(0)) {
    const home = await realpath(folder).catch(() => folder);
    const lent = await realpath(path.join(home, "socket")).catch(() => home);
    for (const made of [lent, home, path.dirname(folder)]) await rm(made, { recursive: true, force: true });
  }
}
