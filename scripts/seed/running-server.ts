import { setTimeout as wait } from "node:timers/promises";

interface Addresses {
  /** URL of the server. */
  url: string;
  /** URL of the sandbox platform that the server starts; null if it starts none. */
  sandboxUrl: string | null;
  say: (line: string) => void;
  /** Milliseconds until the wait for a server that is starting ends with an error. */
  timeout?: number;
}

/**
 * True if a server is ready, false if none is running. Waits for one that is starting: its sandbox platform answers while it
 * builds the browser app. Throws an error with the next step if it is not ready within the timeout.
 */
export async function waitForServer({
  url,
  sandboxUrl,
  say,
  timeout = 600_000,
}: Addresses): Promise<boolean> {
  const deadline = Date.now() + timeout;
  for (let tries = 0; ; tries += 1) {
    const health = await statusOf(healthOf(url));
    if (health === 200) return true;
    const startsUp =
      health === null && sandboxUrl !== null && (await statusOf(`${sandboxUrl}/health`)) === 200;
    if (health !== 503 && !startsUp) return false;
    if (Date.now() > deadline) throw new Error(notReady(url, startsUp ? sandboxUrl : null));
    if (tries === 0) {
      say(
        startsUp
          ? `A server is starting: its sandbox platform answers at ${sandboxUrl}. Waiting for ${url} …`
          : `The server at ${url} is not ready yet. Waiting for it …`,
      );
    }
    await wait(200);
  }
}

function notReady(url: string, sandboxUrl: string | null): string {
  if (sandboxUrl === null) return `The server at ${url} is still not ready. Its log says why.`;
  return (
    `There is still no server at ${url}, but the sandbox platform of one at ${sandboxUrl}. ` +
    "If that server uses another port, run `npm run seed` with its PORT, or with an unused SANDBOX_PORT."
  );
}

export async function isServerReady(url: string): Promise<boolean> {
  return (await statusOf(healthOf(url))) === 200;
}

const healthOf = (url: string) => `${url}/api/v1/health`;

/** The status of a response; null if nothing answers within 10 s. */
async function statusOf(address: string): Promise<number | null> {
  const response = await fetch(address, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
  return response?.status ?? null;
}
