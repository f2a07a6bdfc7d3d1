import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { freePort } from "#testing/free-port.ts";

import { connect } from "./testing/oauth.ts";
import { clientId, clientSecret, pollOptions, redirectUri } from "./testing/sandbox.ts";
import {
  queryStatus,
  makeBytes,
  openSession,
  putChunk,
  putIncomplete,
  refusalReason,
  startUpload,
  unit,
} from "./testing/uploads.ts";

let dataFolder: string;
let port: number;
let url: string;
const running = new Set<ChildProcess>();

function launch(more: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts")], {
    stdio: ["pipe", "pipe", "pipe"],
    env: {
      ...process.env,
      SANDBOX_PORT: String(port),
      SANDBOX_DATA: dataFolder,
      SANDBOX_CLIENT_ID: clientId,
      SANDBOX_CLIENT_SECRET: clientSecret,
      SANDBOX_REDIRECT_URIS: `http://localhost:1/other, ${redirectUri}`,
      ...more,
    },
  });
  running.add(child);
  return child;
}

async function untilHealthy(): Promise<void> {
  const healthy = async () => (await fetch(`${url}/health`).catch(() => undefined))?.status;
  await expect.poll(healthy, pollOptions).toBe(200);
}

beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), "sandbox-platform-"));
  port = await freePort();
  url = `http://localhost:${port}`;
});
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
  rmSync(dataFolder, { recursive: true, force: true });
});

describe("the process", () => {
  it("prints its URL, names the redirect URIs of its client and exits with 0 on SIGTERM", async () => {
    const child = launch();
    await untilHealthy();
    expect(await (await fetch(`${url}/health`)).json()).toEqual({
      ok: true,
      redirectUris: ["http://localhost:1/other", redirectUri],
    });
    child.kill("SIGTERM");
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
  });

  it("exits with its parent if configured", async () => {
    const child = launch({ SANDBOX_EXIT_WITH_PARENT: "1" });
    await untilHealthy();
    child.stdin?.end();
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
  });

  it("names each invalid setting", async () => {
    const child = launch({ SANDBOX_PORT: "port", SANDBOX_CLIENT_ID: "", SANDBOX_REDIRECT_URIS: "here" });
    let errors = "";
    child.stderr?.on("data", (chunk) => (errors += String(chunk)));
    const [code] = await once(child, "exit");
    expect(code).toBe(1);
    for (const name of ["SANDBOX_PORT", "SANDBOX_CLIENT_ID", "SANDBOX_REDIRECT_URIS"]) {
      expect(errors).toContain(name);
    }
  });

  it("explains what to do if its port is in use", async () => {
    launch();
    await untilHealthy();
    const second = launch();
    let errors = "";
    second.stderr?.on("data", (chunk) => (errors += String(chunk)));
    const [code] = await once(second, "exit");
    expect([code, errors]).toEqual([1, expect.stringContaining("SANDBOX_PORT")]);
  });

  it("keeps all confirmed bytes when killed during an upload", async () => {
    const file = makeBytes(6 * unit);
    const first = launch();
    await untilHealthy();
    const { access_token: token } = await connect(url);
    const session = await openSession(url, token, { size: file.length });
    const confirmed = await putChunk(session, token, file, 0, unit);
    expect(confirmed.headers.get("range")).toBe(`bytes=0-${unit - 1}`);
    const rest = `bytes ${unit}-${file.length - 1}/${file.length}`;
    const line = putIncomplete(session, token, file.subarray(unit, 3 * unit + 99), rest, 5 * unit);
    const stored = join(dataFolder, "uploads", new URL(session).searchParams.get("upload_id") ?? "");
    await expect.poll(() => statSync(stored).size, pollOptions).toBeGreaterThanOrEqual(3 * unit);
    first.kill("SIGKILL");
    await Promise.all([once(first, "exit"), line.gone]);

    launch();
    await untilHealthy();
    const status = await queryStatus(session, token, file.length);
    expect([status.status, status.headers.get("range")]).toEqual([308, `bytes=0-${3 * unit - 1}`]);
    expect((await putChunk(session, token, file, 3 * unit, file.length)).status).toBe(201);
    expect(readFileSync(stored).equals(file)).toBe(true);
    const wrong = await startUpload(url, "wrong", { size: 1 });
    expect(refusalReason(wrong)).toBe("authError");
  });
});
