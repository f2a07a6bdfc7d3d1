import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { freePort } from "#testing/free-port.ts";

const root = resolve(import.meta.dirname, "../..");

/** The last 4,000 characters that each server of this worker has written, by URL. */
const outputs = new Map<string, string>();

export function serverOutputs(): ReadonlyMap<string, string> {
  return outputs;
}

/** A running Reelay, started as in the README, with free ports and its own data folder. */
export interface Reelay {
  url: string;
  sandboxUrl: string;
  dataFolder: string;
  /** Process id of the server. */
  pid: () => number;
  /** Ends the server with SIGKILL. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
  /** Ends the server and deletes its data. */
  remove: () => Promise<void>;
}

export async function installReelay(settings: Record<string, string> = {}): Promise<Reelay> {
  const port = settings["PORT"] ?? (await freePort());
  const sandboxPort = settings["SANDBOX_PORT"] ?? (await freePort());
  const dataFolder = await mkdtemp(join(tmpdir(), "reelay-e2e-"));
  // As root, PostgreSQL runs under another account, which needs access to the folder.
  await chmod(dataFolder, 0o711);
  const url = `http://localhost:${port}`;
  let server: ChildProcess | null = null;
  const keepOutput = (chunk: Buffer) => {
    outputs.set(url, ((outputs.get(url) ?? "") + chunk.toString()).slice(-4000));
  };

  const start = async () => {
    server = spawn(process.execPath, ["--max-semi-space-size=8", join(root, "src/app/server/main.ts")], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        PORT: String(port),
        SANDBOX_PORT: String(sandboxPort),
        APP_URL: url,
        DATA_DIR: dataFolder,
        YOUTUBE_QUOTA: "1000000",
        YOUTUBE_UPLOADS: "1000000",
        SANDBOX_QUOTA_UNITS: "1000000",
        SANDBOX_QUOTA_UPLOADS: "1000000",
        ...settings,
      },
    });
    server.stdout?.on("data", keepOutput);
    server.stderr?.on("data", keepOutput);
    await untilReady(server, url).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${outputs.get(url) ?? ""}`);
    });
  };
  const end = async (signal: NodeJS.Signals) => {
    const running = server;
    server = null;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((done) => running.once("exit", done));
    running.kill(signal);
    await ended;
  };

  await start();
  return {
    url,
    sandboxUrl: settings["SANDBOX_URL"] ?? `http://localhost:${sandboxPort}`,
    dataFolder,
    pid: () => {
      if (server?.pid === undefined) throw new Error("Reelay is not running.");
      return server.pid;
    },
    kill: () => end("SIGKILL"),
    start,
    remove: async () => {
      await end("SIGTERM");
      await rm(dataFolder, { recursive: true, force: true });
      outputs.delete(url);
    },
  };
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  // Long enough for slow machines; only a start that hangs reaches it.
  const deadline = Date.now() + 300_000;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error("Reelay ended while starting.");
    const response = await fetch(`${url}/api/v1/health`, { signal: AbortSignal.timeout(10_000) }).catch(
      () => null,
    );
    if (response?.ok) return;
    await wait(100);
  }
  throw new Error("Reelay did not become ready.");
}
