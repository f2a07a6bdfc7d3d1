import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import type { Timeouts } from "../http.ts";
import { sandboxAddresses } from "./addresses.ts";
import { createYouTube, type YouTube } from "./youtube.ts";

/** A received request with its whole body. */
interface ReceivedRequest {
  method: string;
  url: URL;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

export interface TestPlatform {
  origin: string;
  platform: ReturnType<YouTube["connect"]>;
  consent: YouTube["consent"];
  /** All requests with a complete body, oldest first. */
  requests: ReceivedRequest[];
  /** The adapter's log as one text. */
  logged: () => string;
  /** Handles the following requests before their body is read. */
  script: (answer: (request: IncomingMessage, response: ServerResponse) => void) => void;
  /** Responds to the following requests, once their body is read, with the result of `reply`. */
  reply: (reply: (request: ReceivedRequest) => Reply) => void;
  close: () => Promise<void>;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  /** Objects are sent as JSON, strings as HTML. */
  body?: object | string;
}

/** For tests: an HTTP server with scripted responses, and a client of it. */
export async function startTestPlatform(timeouts: Partial<Timeouts> = {}): Promise<TestPlatform> {
  const requests: ReceivedRequest[] = [];
  const lines: string[] = [];
  let answer = (_request: IncomingMessage, response: ServerResponse): void =>
    void response.writeHead(501).end();

  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The test server has no port");
  const origin = `http://127.0.0.1:${address.port}`;
  const write = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }));
  const youtube = createYouTube({
    addresses: sandboxAddresses(origin),
    clientId: "client",
    clientSecret: "client-secret",
    log: { debug: write, warn: write },
    timeouts,
  });

  return {
    origin,
    platform: youtube.connect(),
    consent: youtube.consent,
    requests,
    logged: () => lines.join("\n"),
    script: (next) => {
      answer = next;
    },
    reply: (reply) => {
      answer = async (request, response) => {
        const read = await readRequest(request, origin).catch(() => undefined);
        if (read === undefined) return;
        requests.push(read);
        send(response, reply(read));
      };
    },
    close: async () => {
      await youtube.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

/** The error envelope of the platform. */
export function refusedFor(status: number, reason: string, domain = "global"): Reply {
  return {
    status,
    body: { error: { code: status, message: "Words.", errors: [{ domain, reason, message: "Words." }] } },
  };
}

async function readRequest(request: IncomingMessage, origin: string): Promise<ReceivedRequest> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return {
    method: request.method ?? "",
    url: new URL(request.url ?? "/", origin),
    headers: request.headers,
    body: Buffer.concat(chunks),
  };
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  const json = typeof body === "object";
  const text = json ? JSON.stringify(body) : (body ?? "");
  response.writeHead(status, {
    ...(body !== undefined && { "content-type": json ? "application/json" : "text/html" }),
    "content-length": Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}
