import { once } from "node:events";
import { createServer } from "node:http";

import { afterEach, describe, expect, it } from "vitest";

import { oauthPath } from "#core/paths.ts";
import { freePort } from "#testing/free-port.ts";

import { waitForServer } from "./running-server.ts";

const open: (() => Promise<void>)[] = [];

/** Answers every request on the port with the status and the JSON body. */
async function answerOn(port: number, status: number, body: unknown = null): Promise<() => Promise<void>> {
  const server = createServer((_request, response) =>
    response.writeHead(status).end(JSON.stringify(body)),
  ).listen(port);
  await once(server, "listening");
  const close = async () => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  open.push(close);
  return close;
}

async function addresses() {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const said: string[] = [];
  const url = `http://localhost:${port}`;
  const sandbox = { url: `http://localhost:${sandboxPort}`, port: sandboxPort };
  /** The health of a sandbox platform started by the server at `origin`. */
  const serving = (origin: string) => ({ ok: true, redirectUris: [`${origin}/upload`, origin + oauthPath] });
  const appUrl = "https://reelay.example";
  return { port, url, appUrl, sandbox, serving, said, say: (line: string) => void said.push(line) };
}

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

describe("the server that the sample studio is created through", () => {
  it("is the running one", async () => {
    const at = await addresses();
    await answerOn(at.port, 200);

    expect(await waitForServer(at)).toBe(true);
    expect(at.said).toEqual([]);
  });

  it("is none if nothing is running", async () => {
    const at = await addresses();

    expect(await waitForServer(at)).toBe(false);
    expect(await waitForServer({ ...at, sandbox: null })).toBe(false);
    expect(at.said).toEqual([]);
  });

  it("is waited for while it builds the browser app, when only its sandbox platform answers", async () => {
    const at = await addresses();
    await answerOn(at.sandbox.port, 200, at.serving(at.appUrl));

    const found = waitForServer(at);
    await expect.poll(() => at.said).toEqual([expect.stringContaining(`Waiting for ${at.url}`)]);
    await answerOn(at.port, 200);

    expect(await found).toBe(true);
    expect(at.said).toHaveLength(1);
  });

  it("is waited for while it is not ready", async () => {
    const at = await addresses();
    const end = await answerOn(at.port, 503);

    const found = waitForServer(at);
    await expect.poll(() => at.said).toEqual([expect.stringContaining(`${at.url} is not ready yet`)]);
    await end();

    expect(await found).toBe(false);
  });

  it("is none once it has stopped while starting", async () => {
    const at = await addresses();
    const end = await answerOn(at.sandbox.port, 200, at.serving(at.appUrl));

    const found = waitForServer(at);
    await expect.poll(() => at.said).toHaveLength(1);
    await end();

    expect(await found).toBe(false);
  });

  it("is reported with the next step if it does not become ready", async () => {
    const at = await addresses();
    await answerOn(at.sandbox.port, 200, at.serving(at.appUrl));

    const notReady = `${at.url} is still not ready`;
    await expect(waitForServer({ ...at, timeout: 0 })).rejects.toThrow(notReady);
    await answerOn(at.port, 503);
    await expect(waitForServer({ ...at, timeout: 0 })).rejects.toThrow(notReady);
  });

  it("is not waited for where the sandbox platform of another server answers", async () => {
    const at = await addresses();
    const end = await answerOn(at.sandbox.port, 200, at.serving("http://localhost:3999"));
    const inUse = `Port ${at.sandbox.port} is in use by the sandbox platform of another server`;

    await expect(waitForServer(at)).rejects.toThrow(
      `${inUse} at http://localhost:3999. Stop that server, or set SANDBOX_PORT`,
    );
    await end();
    await answerOn(at.sandbox.port, 200, { ok: true });
    await expect(waitForServer(at)).rejects.toThrow(`${inUse}. Stop`);
    expect(at.said).toEqual([]);
  });
});
