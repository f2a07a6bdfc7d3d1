import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { freePort } from "#testing/free-port.ts";

import { createHealthCheck } from "./health.ts";
import { sandboxClient } from "./sandbox-process.ts";
import { type SupervisedSandbox, superviseSandbox } from "./supervise-sandbox.ts";

const root = resolve(import.meta.dirname, "../../..");
let folder: string;
let url: string;
let sandbox: SupervisedSandbox;
const stopping = new AbortController();
let warnings: string[] = [];

beforeAll(async () => {
  const port = await freePort();
  folder = await mkdtemp(join(tmpdir(), "reelay-sandbox-"));
  url = `http://localhost:${port}`;
  const settings = { root, dataFolder: folder, port, listenOn: "127.0.0.1", appUrl: "http://localhost:3000" };
  const client = sandboxClient(url, "a secret of the tests, long enough to be one");
  const log = { warn: (message: string) => warnings.push(message), error: () => undefined };
  sandbox = await superviseSandbox(settings, client, { log, stopping: stopping.signal });
});
afterAll(async () => {
  await sandbox?.stop();
  await rm(folder, { recursive: true, force: true });
});

const responds = () =>
  fetch(url).then(
    () => true,
    () => false,
  );

const health = async () => {
  const adapters = {
    pool: { query: async () => undefined },
    storage: { check: async () => undefined },
    jobs: { ready: async () => true },
  };
  return createHealthCheck({ ...adapters, isSandboxRunning: sandbox.isRunning })();
};

describe("the sandbox platform", () => {
  it("is reported by health while it is down, and restarted", async () => {
    const first = sandbox.pid();
    expect(await health()).toMatchObject({ database: true, sandbox: true });
    process.kill(first ?? 0, "SIGKILL");
    await expect.poll(health, { interval: 5 }).toMatchObject({ database: true, sandbox: false });
    await expect.poll(health).toMatchObject({ sandbox: true });
    expect(sandbox.pid()).not.toBe(first);
    expect(await responds()).toBe(true);
  });

  it("is not reported as restarted when a signal ends it before the server has stopped it", async () => {
    expect(warnings).toEqual(["The sandbox platform stopped. Restarting it."]);
    warnings = [];
    process.kill(sandbox.pid() ?? 0, "SIGTERM");
    await expect.poll(sandbox.isRunning).toBe(false);
    stopping.abort();
    await sandbox.stop();
    expect(warnings).toEqual([]);
  });

  it("is not restarted after it was stopped", async () => {
    await sandbox.stop();
    expect(await responds()).toBe(false);
    expect(sandbox.isRunning()).toBe(false);
  });
});
