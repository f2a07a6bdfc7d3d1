import { type ChildProcess, spawn } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { authorizeUploadPath, oauthPath } from "#core/paths.ts";
import { createKeyring } from "#core/server/keyring.ts";

/** Address of the sandbox platform, and Reelay's OAuth client there. */
export interface SandboxClient {
  origin: string;
  clientId: string;
  clientSecret: string;
}

interface Settings {
  root: string;
  dataFolder: string;
  port: number;
  listenOn: string;
  appUrl: string;
}

/** Milliseconds; long, because the machine may be busy. */
const timeoutMilliseconds = 60_000;
const folderIn = (dataFolder: string) => join(dataFolder, "sandbox");

/** The sandbox's client at `origin`: the same in all processes with the same application secret. */
export function sandboxClient(origin: string, applicationSecret: string): SandboxClient {
  const clientId = "reelay-sandbox-client";
  return {
    origin,
    clientId,
    clientSecret: createKeyring(applicationSecret).digest("sandbox.client", clientId),
  };
}

/**
 * Starts the sandbox platform as a process that ends with this one. Throws an error with its output if it
 * does not start.
 */
export async function startSandboxProcess(settings: Settings, client: SandboxClient): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(settings.root, "sandbox-platform/main.ts")], {
    stdio: ["pipe", "pipe", "pipe"],
    env: {
      ...process.env,
      SANDBOX_PORT: String(settings.port),
      SANDBOX_LISTEN_ON: settings.listenOn,
      SANDBOX_URL: client.origin,
      SANDBOX_DATA: folderIn(settings.dataFolder),
      SANDBOX_CLIENT_ID: client.clientId,
      SANDBOX_CLIENT_SECRET: client.clientSecret,
      SANDBOX_REDIRECT_URIS: [authorizeUploadPath, oauthPath].map((path) => settings.appUrl + path).join(),
      SANDBOX_EXIT_WITH_PARENT: "1",
      NODE_COMPILE_CACHE: getCompileCacheDir(),
    },
  });
  let errorOutput = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errorOutput = (errorOutput + chunk.toString()).slice(-2000);
  });
  // For example when the system can start no more processes; `close` follows.
  child.once("error", ({ message }) => {
    errorOutput = message;
  });
  // Waits for its output rather than a response on its port, which another process could use.
  const ready = new Promise<true>((resolve) => child.stdout.once("data", () => resolve(true)));
  const ended = new Promise<false>((resolve) => child.once("close", () => resolve(false)));
  const outcome = await Promise.race([ready, ended, wait(timeoutMilliseconds, null, { ref: false })]);
  if (outcome) return child;
  child.kill("SIGKILL");
  const what = outcome === null ? "did not respond" : "could not start";
  throw new Error(`The sandbox platform ${what} on port ${settings.port}.\n${errorOutput}`.trim());
}

export async function stopSandboxProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await Promise.race([ended, wait(5000, undefined, { ref: false })]);
  child.kill("SIGKILL");
}
