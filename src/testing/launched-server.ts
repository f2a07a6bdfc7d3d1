import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { freePort } from "./free-port.ts";

const root = resolve(import.meta.dirname, "../..");
const mainFile = join(root, "src/app/server/main.ts");
const running = new Set<ChildProcess>();
const folders: string[] = [];

/** Ports and data folder of an installation. */
export interface LaunchSettings {
  port: number;
  sandboxPort: number;
  dataFolder: string;
}

export async function newLaunchSettings(): Promise<LaunchSettings> {
  const dataFolder = await mkdtemp(join(tmpdir(), "reelay-start-"));
  // Where root runs this, PostgreSQL's account has to pass, or the database lies elsewhere and outlives the folder.
  await chmod(dataFolder, 0o711);
  folders.push(dataFolder);
  return { port: await freePort(), sandboxPort: await freePort(), dataFolder };
}

export interface LaunchedServer {
  server: ReturnType<typeof spawnServer>;
  /** Exit code and output, once all its processes have ended. */
  ended: Promise<{ code: number | null; said: string }>;
}

/** Starts Reelay as its own process, without the browser app. */
export function launch(
  place: LaunchSettings,
  settings: Record<string, string> = {},
  command = [process.execPath, mainFile],
): LaunchedServer {
  const server = spawnServer(place, settings, command);
  running.add(server);
  server.once("close", () => running.delete(server));
  let said = "";
  for (const output of [server.stdout, server.stderr]) {
    output.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const ended = once(server, "close").then(() => ({ code: server.exitCode, said }));
  return { server, ended };
}

function spawnServer(
  place: LaunchSettings,
  settings: Record<string, string>,
  [program = "", ...options]: string[],
) {
  return spawn(program, [...options, "--api-only"], {
    cwd: root,
    // A process group of its own, as in a terminal.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      PORT: String(place.port),
      SANDBOX_PORT: String(place.sandboxPort),
      DATA_DIR: place.dataFolder,
      YOUTUBE_QUOTA: "1000000",
      YOUTUBE_UPLOADS: "1000000",
      SANDBOX_QUOTA_UNITS: "1000000",
      SANDBOX_QUOTA_UPLOADS: "1000000",
      ...settings,
    },
  });
}

/** Starts Reelay with `npm start`. */
export const launchNpm = (place: LaunchSettings): LaunchedServer => launch(place, {}, ["npm", "start", "--"]);

export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined) process.kill(-pid, signal);
}

export const isRunning = (server: ChildProcess): boolean => running.has(server);

export async function isHealthy({ port }: LaunchSettings): Promise<boolean> {
  const answer = await fetch(`http://localhost:${port}/api/v1/health`).catch(() => null);
  return answer?.ok ?? false;
}

export async function hasSandbox({ sandboxPort }: LaunchSettings): Promise<boolean> {
  const answer = await fetch(`http://localhost:${sandboxPort}/health`).catch(() => null);
  return answer?.ok ?? false;
}

/** Process id of the installation's PostgreSQL, or null. */
export async function databaseProcess({ dataFolder }: LaunchSettings): Promise<number | null> {
  const file = join(dataFolder, "postgres/cluster/postmaster.pid");
  return Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10) || null;
}

/** PostgreSQL's log, empty if it was never started. */
export async function databaseLog({ dataFolder }: LaunchSettings): Promise<string> {
  return readFile(join(dataFolder, "postgres/postgres.log"), "utf8").catch(() => "");
}

/** Stops the servers that are still running and removes their data. */
export async function stopLaunched(): Promise<void> {
  for (const server of running) {
    const closed = once(server, "close");
    signalGroup(server, "SIGTERM");
    await closed;
  }
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}
