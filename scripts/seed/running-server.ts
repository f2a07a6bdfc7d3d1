import { setTimeout as wait } from "node:timers/promises";

import { z } from "zod";

import { oauthPath } from "#core/paths.ts";

interface Addresses {
  /** URL of the server. */
  url: string;
  /** Public URL of the server, which its sandbox platform serves. */
  appUrl: string;
  /** The sandbox platform that the server starts; null if it starts none. */
  sandbox: { url: string; port: number } | null;
  say: (line: string) => void;
  /** Milliseconds until the wait for a server that is starting ends with an error. */
  timeout?: number;
}

/**
 * True if a server is ready, false if none is running. Waits for one that is starting: its sandbox platform answers while it
 * builds the browser app. Throws an error with the next step if it is not ready within the timeout, or if the sandbox
 * platform of another server answers.
 */
export async function waitForServer(addresses: Addresses): Promise<boolean> {
  const { url, sandbox, say, timeout = 600_000 } = addresses;
  const deadline = Date.now() + timeout;
  for (let tries = 0; ; tries += 1) {
    const health = await fetchStatus(healthUrl(url));
    if (health === 200) return true;
    const startsUp = health === null && (await isSandboxReady(addresses));
    if (health !== 503 && !startsUp) return false;
    if (Date.now() > deadline) throw new Error(`The server at ${url} is still not ready. Its log says why.`);
    if (tries === 0) {
      say(
        startsUp
          ? `A server is starting: its sandbox platform answers at ${sandbox?.url}. Waiting for ${url} …`
          : `The server at ${url} is not ready yet. Waiting for it …`,
      );
    }
    await wait(200);
  }
}

/** Whether the server's own sandbox platform answers. Throws an error with the next step if another server's does. */
async function isSandboxReady({ appUrl, sandbox }: Addresses): Promise<boolean> {
  if (sandbox === null) return false;
  const response = await fetchAnswer(`${sandbox.url}/health`);
  if (response?.status !== 200) return false;
  const served = sandboxHealth.safeParse(await response.json().catch(() => null)).data?.redirectUris ?? [];
  if (served.includes(appUrl + oauthPath)) return true;
  const other = served[0] === undefined ? "" : ` at ${new URL(served[0]).origin}`;
  const free = sandbox.port < 60_000 ? sandbox.port + 1000 : sandbox.port - 1000;
  throw new Error(
    `Port ${sandbox.port} is in use by the sandbox platform of another server${other}. ` +
      `Stop that server, or set SANDBOX_PORT to an unused port: SANDBOX_PORT=${free} npm run seed`,
  );
}

const sandboxHealth = z.object({ redirectUris: z.array(z.url()) });

export async function isServerReady(url: string): Promise<boolean> {
  return (await fetchStatus(healthUrl(url))) === 200;
}

const healthUrl = (url: string) => `${url}/api/v1/health`;

async function fetchStatus(address: string): Promise<number | null> {
  return (await fetchAnswer(address))?.status ?? null;
}

/** A response; null if nothing answers within 10 s. */
async function fetchAnswer(address: string): Promise<Response | null> {
  return fetch(address, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
}
