import { Agent, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

import { apiBase } from "#core/endpoint-address.ts";
import type { Endpoint, ResponseOf } from "#core/endpoint.ts";

import type { HandlerResult } from "../client.ts";
import type { Flood } from "./scenario.ts";

/** One request of a flood. */
export interface FloodRequest {
  /** Path with query, below `base`. */
  path: string;
  /** `/api/v1` without it. */
  base?: string;
  method?: string;
  cookie?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Address of flooding clients, which isn't that of the working user. */
export const floodAddress = "127.0.0.2";

/**
 * Sends requests over `parallel` connections, each after the answer to the one before it, and discards the bodies. They come
 * from another address than those of the working user.
 */
export async function floodOfRequests(
  url: string,
  parallel: number,
  requestAt: (count: number) => FloodRequest,
): Promise<Flood> {
  const agent = new Agent({ keepAlive: true, maxSockets: parallel, localAddress: floodAddress });
  const flood = await floodOfCalls(parallel, (count) => fetchStatus(url, agent, requestAt(count)));
  return {
    ...flood,
    stop: async () => {
      const answers = await flood.stop();
      agent.destroy();
      return answers;
    },
  };
}

/** Runs `parallel` loops of calls that resolve with a status. */
export async function floodOfCalls(
  parallel: number,
  call: (count: number) => Promise<number>,
): Promise<Flood> {
  const answers: Record<string, number> = {};
  const ended = new AbortController();
  let sent = 0;
  const loop = async () => {
    while (!ended.signal.aborted) {
      const status = await call(sent++).catch((error: unknown) =>
        error instanceof Error ? error.message : String(error),
      );
      answers[status] = (answers[status] ?? 0) + 1;
      // A refusal costs nothing: a client that repeats it at once measures only itself.
      if (status === 429) await wait(20);
    }
  };
  const loops = Promise.all(Array.from({ length: parallel }, loop));
  await wait(500);
  return {
    isUnfinished: async () => true,
    stop: async () => {
      ended.abort();
      await loops;
      return answers;
    },
  };
}

function fetchStatus(url: string, agent: Agent, flooding: FloodRequest) {
  const { path, base = apiBase, method = "GET", cookie, body } = flooding;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...(cookie !== undefined && { cookie }),
    ...(text !== undefined && {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    }),
    ...flooding.headers,
  };
  return new Promise<number>((resolve, reject) => {
    const address = new URL(`${base}${path}`, url);
    const sending = request(address, { agent, method, headers, family: 4 }, (response) => {
      response.once("error", reject);
      response.once("end", () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    sending.once("error", reject);
    sending.end(text);
  });
}

/** The data of a response; throws if the call was refused or failed. */
export async function accepted<E extends Endpoint>(call: Promise<HandlerResult<E>>): Promise<ResponseOf<E>> {
  const { status, data, message } = await call;
  if (status >= 300) throw new Error(`${status}: ${message}`);
  return data;
}
