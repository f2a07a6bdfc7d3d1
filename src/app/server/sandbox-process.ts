import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** The running sandbox platform and the client that it knows Reelay by. */
export interface SandboxProcess {
  origin: string;
  clientId: string;
  clientSecret: string;
  stop: () => Promise<void>;
}

const patience = 15_000;

/**
 * Starts the sandbox platform as a process of its own, which ends with this one. Its client secret is made once.
 * Throws a sentence when its port is taken by something else.
 */
export async function startSandboxProcess(settings: {
  root: string;
  dataFolder: string;
  port: number;
  appUrl: string;
}): Promise<SandboxProcess> {
  const folder = join(settings.dataFolder, "sandbox");
  await mkdir(folder, { recursive: true });
  const clientId = "reelay-sandbox-client";
  const clientSecret = await secretOf(join(folder, "client-secret"));
  const origin = `http://localhost:${settings.port}`;
  const child = spawn(process.execPath, [join(settings.root, "sandbox-platform/main.ts")], {
    stdio: ["pipe", "ignore", "pipe"],
    env: {
      ...process.env,
      SANDBOX_PORT: String(settings.port),
      SANDBOX_DATA: folder,
      SANDBOX_CLIENT_ID: clientId,
      SANDBOX_CLIENT_SECRET: clientSecret,
      SANDBOX_REDIRECT_URIS: `${settings.appUrl}/authorize-youtube-upload,${settings.appUrl}/oauth`,
      SANDBOX_EXIT_WITH_PARENT: "1",
    },
  });
  await untilHealthy(child, origin, settings.port);
  return {
    origin,
    clientId,
    clientSecret,
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await Promise.race([ended, wait(5000, undefined, { ref: false })]);
      child.kill("SIGKILL");
    },
  };
}

async function secretOf(file: string): Promise<string> {
  await writeFile(file, randomBytes(24).toString("base64url"), { flag: "wx", mode: 0o600 }).catch(
    () => undefined,
  );
  return readFile(file, "utf8");
}

async function untilHealthy(child: ChildProcess, origin: string, port: number): Promise<void> {
  let complaint = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2000);
  });
  const deadline = Date.now() + patience;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) {
      throw new Error(
        `The sandbox platform could not start on port ${port}. If the port is taken, set SANDBOX_PORT.\n${complaint}`,
      );
    }
    const answer = await fetch(`${origin}/health`).catch(() => null);
    if (answer?.ok && child.exitCode === null) return;
    await wait(40);
  }
  child.kill("SIGKILL");
  throw new Error(`The sandbox platform did not answer on port ${port}.\n${complaint}`);
}
