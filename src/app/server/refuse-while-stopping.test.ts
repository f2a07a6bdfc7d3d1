import type { AddressInfo } from "node:net";

import { pino } from "pino";
import { expect, it } from "vitest";

import { createHttp } from "./http.ts";

it("requests that arrive while the server stops get an error in the API's shape", async () => {
  const app = await createHttp({
    appUrl: "http://localhost:3000",
    trustedProxies: 0,
    log: pino({ level: "silent" }),
  });
  const other = Promise.withResolvers<void>();
  // Something else that takes its time to stop.
  app.addHook("preClose", () => other.promise);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const ask = () => fetch(`http://127.0.0.1:${port}/api/v1/openapi.json`);
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
});
