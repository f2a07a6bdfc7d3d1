import type { AddressInfo } from "node:net";

import { pino } from "pino";
import { expect, it } from "vitest";

import { registerHealth } from "./health.ts";
import { createHttp } from "./http.ts";

it.each(["openapi.json", "health"])(
  "requests of %s that arrive while the server stops get an error in the API's shape",
  async (path) => {
    const app = await createHttp({
      appUrl: "http://localhost:3000",
      trustedProxies: 0,
      log: pino({ level: "silent" }),
    });
    registerHealth(app, async () => ({ database: true, store: true, jobs: true }));
    const other = Promise.withResolvers<void>();
    // Something else that takes its time to stop.
    app.addHook("preClose", () => other.promise);
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    const ask = () => fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    expect((await ask()).status).toBe(200);

    const closed = app.close();
    const answer = await ask();

    expect([answer.status, answer.headers.get("retry-after"), answer.headers.get("connection")]).toEqual([
      503,
      "2",
      "close",
    ]);
    expect(await answer.json()).toEqual({
      code: "unavailable",
      message: "Reelay is temporarily unavailable. Try again in a few seconds.",
    });
    other.resolve();
    await closed;
  },
);
