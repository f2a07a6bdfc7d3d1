import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { startSandbox, type RunningSandbox } from "../server.ts";
import type { SandboxOptions } from "../settings.ts";

export const clientId = "test-client.apps.sandbox";
export const clientSecret = "test-secret";
export const redirectUri = "http://localhost:3999/callback";

/** Options of `expect.poll` for results that take time on a busy machine. */
export const pollOptions = { timeout: 15_000, interval: 20 };

export interface TestSandbox extends RunningSandbox {
  dataFolder: string;
  /** Stops it and starts it again on the same data. */
  restart(): Promise<TestSandbox>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

async function start(options: SandboxOptions): Promise<TestSandbox> {
  const running = await startSandbox(options);
  const dataFolder = options.dataFolder ?? "";
  return {
    ...running,
    dataFolder,
    async restart() {
      await running.stop();
      // fetch keeps connections open and needs a moment to notice that the server closed them.
      await wait(50);
      return start({ ...options, url: running.url, port: new URL(running.url).port });
    },
    async remove() {
      await running.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** A sandbox on a free port with an empty data folder. */
export function startTestSandbox(options: Partial<SandboxOptions> = {}): Promise<TestSandbox> {
  const dataFolder = mkdtempSync(join(tmpdir(), "sandbox-platform-"));
  return start({ port: 0, dataFolder, clientId, clientSecret, redirectUris: [redirectUri], ...options });
}
