import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import type { TestChoices } from "./composition.ts";
import { freshDatabase } from "./database.ts";
import { startObjectStore } from "./object-store.ts";
import { startTestSandbox, type TestSandbox } from "./sandbox.ts";

export interface ServerProcess {
  url: string;
  /** Ends the process with SIGKILL, like a power failure. */
  kill: () => Promise<void>;
}

/** Servers that share a database, an object store and a platform, but no disk or memory. */
export interface ServerCluster {
  sandbox: TestSandbox;
  start: (role: TestChoices["role"]) => Promise<ServerProcess>;
  stop: () => Promise<void>;
}

export async function startServerCluster(): Promise<ServerCluster> {
  const [database, sandbox, store] = await Promise.all([
    freshDatabase(),
    startTestSandbox(),
    startObjectStore(),
  ]);
  const stops: (() => Promise<void>)[] = [];
  return {
    sandbox,
    start: async (role) => {
      const folder = await mkdtemp(join(tmpdir(), "reelay-machine-"));
      const { url, clientId, clientSecret } = sandbox;
      const choices: TestChoices = {
        connection: database.connection,
        folder,
        sandbox: { url, clientId, clientSecret },
        role,
        objectStore: store.settings,
      };
      const server = await startServerProcess(choices);
      stops.push(async () => {
        await server.kill();
        await rm(folder, { recursive: true, force: true });
      });
      return server;
    },
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
      await Promise.all([database.close(), sandbox.stop(), store.stop()]);
    },
  };
}

/** Starts a server process. Processes with the same `folder` represent one machine. */
export async function startServerProcess(choices: TestChoices): Promise<ServerProcess> {
  const script = fileURLToPath(new URL("./server-process.ts", import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(choices)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  for await (const url of createInterface(child.stdout)) return { url, kill };
  throw new Error("The server process ended before it was ready.");
}
