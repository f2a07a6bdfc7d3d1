import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createHttp } from "./http.ts";

describe("the HTTP server", () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    const log = pino({ level: "silent" });
    app = await createHttp({ appUrl: "http://localhost:3000", trustedProxies: 0, log });
    app.get("/private", async () => ({ data: "of one user" }));
    app.get("/public", (_request, reply) => reply.header("cache-control", "public").send({ data: 1 }));
  });
  afterAll(() => app.close());

  it("forbids caches to store JSON, unless its route allows it", async () => {
    expect((await app.inject({ url: "/private" })).headers["cache-control"]).toBe("no-store");
    expect((await app.inject({ url: "/public" })).headers["cache-control"]).toBe("public");
    expect((await app.inject({ url: "/api/v1/unknown" })).headers["cache-control"]).toBe("no-store");
  });

  it("describes the API for the address where it was opened", async () => {
    expect((await app.inject({ url: "/api/v1/openapi.json" })).json().servers).toEqual([{ url: "/" }]);
  });

  it("makes the description of the API once, and sends it only when it has changed", async () => {
    const url = "/api/v1/openapi.json";
    const { headers, body } = await app.inject({ url });
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    app.swagger = () => {
      throw new Error("It was made before.");
    };
    expect((await app.inject({ url })).body).toBe(body);
    const head = await app.inject({ method: "HEAD", url });
    expect(head.headers["content-length"]).toBe(String(Buffer.byteLength(body)));
    const etag = `"another", ${headers.etag}`;
    const unchanged = await app.inject({ url, headers: { "if-none-match": etag } });
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ""]);
  });
});
