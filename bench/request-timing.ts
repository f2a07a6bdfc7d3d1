import { Agent, get } from "node:http";

/** Sends a user's requests over persistent connections without parsing the responses. */
export interface Requester {
  /** Resolves with the number of body bytes; rejects on an error status. */
  request: (address: string, headers?: Record<string, string>) => Promise<number>;
  close: () => void;
}

export function createRequester(
  { url, cookie }: { url: string; cookie?: string },
  connections: number,
): Requester {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    request: (address, headers = {}) =>
      new Promise((resolve, reject) => {
        const request = get(
          new URL(address, url),
          { agent, headers: { ...headers, ...(cookie && { cookie }) } },
          (response) => {
            let bytes = 0;
            response.on("data", (piece: Buffer) => {
              bytes += piece.length;
            });
            response.once("error", reject);
            response.once("end", () =>
              (response.statusCode ?? 500) < 300
                ? resolve(bytes)
                : reject(new Error(`${address} returned ${response.statusCode}.`)),
            );
          },
        );
        request.once("error", reject);
      }),
    close: () => agent.destroy(),
  };
}

/** Number of completed calls, in total and per second. */
export interface Rate {
  turns: number;
  perSecond: number;
}

/** Runs `act` in `workers` concurrent loops for about `seconds`. */
export async function rateOf(
  { workers, seconds }: { workers: number; seconds: number },
  act: (worker: number) => Promise<unknown>,
): Promise<Rate> {
  const began = performance.now();
  const end = began + seconds * 1000;
  let turns = 0;
  const work = async (_: unknown, worker: number) => {
    while (performance.now() < end) {
      await act(worker);
      turns += 1;
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return { turns, perSecond: turns / ((performance.now() - began) / 1000) };
}

export async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}
