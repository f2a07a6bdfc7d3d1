import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { freePort } from "#testing/free-port.ts";

const root = resolve(import.meta.dirname, "../..");

/** An installed Reelay: the very command that the README names, on free ports and a data folder of its own. */
export interface Reelay {
  url: string;
  sandboxUrl: string;
  dataFolder: string;
  /** Its server's process. */
  pid: () => number;
  /** SIGKILL, as a power cut would. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
  /** Ends it and forgets its data. */
  remove: () => Promise<void>;
}

export async function installReelay(settings: Record<string, string> = {}): Promise<Reelay> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const dataFolder = await mkdtemp(join(tmpdir(), "reelay-journey-"));
  // Where root runs this, PostgreSQL's account has to pass, or the database lies elsewhere and outlives the folder.
  await chmod(dataFolder, 0o711);
  const url = `http://localhost:${port}`;
  let server: ChildProcess | null = null;

  const start = async () => {
    server = spawn(process.execPath, [join(root, "src/app/server/main.ts")], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        PORT: String(port),
        SANDBOX_PORT: String(sandboxPort),
        APP_URL: url,
        DATA_DIR: dataFolder,
        ...settings,
      },
    });
    await untilReady(server, url);
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
    sandboxUrl: `http://localhost:${sandboxPort}`,
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
    },
  };
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  let said = "";
  const listen = (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4000);
  };
  server.stdout?.on("data", listen);
  server.stderr?.on("data", listen);
  // Only a start that hangs meets it, on however slow a machine.
  const deadline = Date.now() + 300_000;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`Reelay ended while starting:\n${said}`);
    const answer = await fetch(`${url}/api/v1/health`, { signal: AbortSignal.timeout(10_000) }).catch(
      () => null,
    );
    if (answer?.ok) return;
    await wait(100);
  }
  throw new Error(`Reelay did not become ready:\n${said}`);
}
