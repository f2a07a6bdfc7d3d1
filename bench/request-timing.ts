import { Agent, request as send, type RequestOptions } from "node:http";

/** Sends a user's requests over persistent connections without parsing the responses. */
export interface Requester {
  /** Resolves with the number of body bytes; rejects on an error status. */
  request: (address: string, headers?: Record<string, string>) => Promise<number>;
  /** Like `request`, with a JSON body. */
  post: (address: string, body: unknown) => Promise<number>;
  close: () => void;
}

export function createRequester(
  { url, cookie }: { url: string; cookie?: string },
  connections: number,
): Requester {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const exchange = (address: string, options: RequestOptions, body?: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = { ...options.headers, ...(cookie && { cookie }) };
      const request = send(new URL(address, url), { ...options, agent, headers }, (response) => {
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
      });
      request.once("error", reject);
      request.end(body);
    });
  return {
    request: (address, headers = {}) => exchange(address, { headers }),
    post: (address, body) => {
      const text = JSON.stringify(body);
      const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
      return exchange(address, { method: "POST", headers }, text);
    },
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
