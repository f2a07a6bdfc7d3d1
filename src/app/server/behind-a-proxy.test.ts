import { IncomingMessage } from "node:http";
import { Socket } from "node:net";

import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterEach, describe, expect, it } from "vitest";

import { clientAddress } from "#core/server/client-address.ts";

import { createHttp } from "./http.ts";

let app: FastifyInstance;
afterEach(() => app.close());

async function start(trustedProxies: number): Promise<FastifyInstance> {
  const log = pino({ level: "silent" });
  app = await createHttp({ appUrl: "https://reelay.example", trustedProxies, log });
  app.get("/address", (request, reply) => reply.send(request.ip));
  app.post("/change", (_request, reply) => reply.send("changed"));
  return app;
}

describe("the client address for rate limits", () => {
  // A proxy appends the address that it sees; the entries before it were written by the sender.
  const forwarded = "198.51.100.1, 203.0.113.7, 192.0.2.9";

  it.each([
    [0, "127.0.0.1"],
    [1, "192.0.2.9"],
    [2, "203.0.113.7"],
  ])("behind %i proxies is the one that the outermost of them saw", async (proxies, address) => {
    const server = await start(proxies);
    const headers = { "x-forwarded-for": forwarded };
    expect((await server.inject({ url: "/address", headers })).body).toBe(address);
    // Of handshakes, which don't reach Fastify.
    const request = Object.assign(new IncomingMessage(new Socket()), { headers });
    Object.defineProperty(request.socket, "remoteAddress", { value: "127.0.0.1" });
    expect(clientAddress(request, proxies)).toBe(address);
  });

  it("has no port if the proxy appends one", async () => {
    const server = await start(1);
    const headers = { "x-forwarded-for": "198.51.100.1:80, 203.0.113.7:50412" };
    expect((await server.inject({ url: "/address", headers })).body).toBe("203.0.113.7");
  });
});

describe("a state-changing request through a proxy", () => {
  it.each([
    ["the public address", "https://reelay.example", "127.0.0.1:3000", 200],
    ["another site", "https://other.example", "127.0.0.1:3000", 403],
    ["the public address over http", "http://reelay.example", "reelay.example", 403],
    ["another site that names itself as forwarded", "https://other.example", "reelay.example", 403],
  ])("from a page of %s", async (_what, origin, host, status) => {
    const server = await start(1);
    const headers = { origin, host, "x-forwarded-host": "other.example" };
    const answer = await server.inject({ method: "POST", url: "/change", headers });
    expect(answer.statusCode).toBe(status);
  });
});

describe("a state-changing request from a page at another address", () => {
  async function post(origin: string, host: string) {
    const server = await start(0);
    const { statusCode, body } = await server.inject({
      method: "POST",
      url: "/change",
      headers: { origin, host },
    });
    return { statusCode, body };
  }

  it("without HTTPS names APP_URL, since the browser would drop the session's secure cookie", async () => {
    expect(await post("http://studio.lan:3000", "studio.lan:3000")).toMatchObject({
      statusCode: 403,
      body: expect.stringContaining(
        "Open https://reelay.example, or ask the operator of this server to change its setting APP_URL",
      ),
    });
  });

  it("on the server's own machine works without HTTPS", async () => {
    expect(await post("http://localhost:3000", "localhost:3000")).toEqual({
      statusCode: 200,
      body: "changed",
    });
  });

  it("that a proxy serves over HTTPS names APP_URL", async () => {
    expect(await post("https://studio.lan", "studio.lan")).toMatchObject({
      statusCode: 403,
      body: expect.stringContaining("set APP_URL"),
    });
  });
});
