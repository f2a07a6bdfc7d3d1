import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";

import { apiBase } from "#core/endpoint-address.ts";
import { endpoint } from "#core/endpoint.ts";
import { signedIn } from "#core/permission.ts";
import { bindEndpoints, type Handlers } from "#core/server/bind-endpoints.ts";
import { createRequestShares, type RequestShares } from "#core/server/request-shares.ts";
import { type Listening, startApp, type TestActor, type TestApp } from "#testing/start-app.ts";

/** One response of 100,000 bytes takes an owner's whole burst, which they don't regain during the test. */
const limits = {
  bytesPerSecond: 1,
  burst: 90_000,
  perRequest: 100,
  parallel: 2,
  parallelAlone: 8,
  waiting: 1,
};
const text = "x".repeat(100_000);
const tryEndpoints = {
  large: endpoint({
    method: "GET",
    path: "/try/large",
    permission: signedIn,
    summary: "A large response",
    response: z.string(),
    message: "Loaded.",
  }),
  costly: endpoint({
    method: "GET",
    path: "/try/costly",
    permission: signedIn,
    summary: "A response that costs much more than its bytes",
    response: z.string(),
    message: "Loaded.",
    cost: 1000,
  }),
  endless: endpoint({
    method: "GET",
    path: "/try/endless",
    permission: signedIn,
    summary: "A response that never comes",
    response: z.string(),
    message: "Loaded.",
  }),
};

const handled = Promise.withResolvers<void>();
const handlers: Handlers<typeof tryEndpoints> = {
  large: async () => text,
  costly: async () => "",
  endless: () => {
    handled.resolve();
    return new Promise<never>(() => {});
  },
};

/** Requests that have begun and not ended. */
let open = 0;

/** Counts the requests of shares while they are open. */
function counted(shares: RequestShares): RequestShares {
  return {
    begin: (owner, cost) => {
      open += 1;
      const request = shares.begin(owner, cost);
      return {
        ...request,
        end: (bytes) => {
          open -= 1;
          request.end(bytes);
        },
      };
    },
  };
}

let app: TestApp;
let server: Listening;
let ann: TestActor;
let bob: TestActor;

beforeAll(async () => {
  app = await startApp();
  server = await app.listen({
    register: (http, binding) => {
      const shares = counted(createRequestShares(limits));
      bindEndpoints(http, "try", tryEndpoints, handlers, { ...binding, shares });
    },
  });
  ann = await app.person("ann", "EDITOR");
  bob = await app.person("bob", "EDITOR");
});
afterAll(async () => {
  await server?.close();
  await app?.stop();
});

async function request({ cookie }: TestActor, path = "/try/large"): Promise<[number, number]> {
  const response = await fetch(`${server.url}${apiBase}${path}`, { headers: { cookie } });
  const { data = "" } = z.object({ data: z.string().optional() }).parse(await response.json());
  return [response.status, data.length];
}

it("the requests of a user who has used their share wait, further ones are refused, and others don't wait", async () => {
  expect(await request(bob)).toEqual([200, text.length]);
  expect(await request(ann)).toEqual([200, text.length]);
  const waiting = request(ann);
  const refused = request(ann);
  expect(await Promise.race([waiting, refused])).toEqual([429, 0]);
  // Nobody else is active any more.
  expect((await Promise.all([waiting, refused])).map(([status]) => status)).toContain(200);
});

it("a small response of a costly endpoint uses a share as well", async () => {
  const [carla, dan] = [await app.person("carla", "EDITOR"), await app.person("dan", "EDITOR")];
  expect(await request(dan)).toEqual([200, text.length]);
  expect(await request(carla, "/try/costly")).toEqual([200, 0]);
  const waiting = request(carla, "/try/costly");
  const refused = request(carla, "/try/costly");
  expect(await Promise.race([waiting, refused])).toEqual([429, 0]);
  expect((await Promise.all([waiting, refused])).map(([status]) => status)).toContain(200);
});

it("a request whose client leaves before its response has ended", async () => {
  const { cookie } = await app.person("eve", "EDITOR");
  await expect.poll(() => open).toBe(0);
  const leave = new AbortController();
  const leaving = fetch(`${server.url}${apiBase}/try/endless`, { headers: { cookie }, signal: leave.signal });
  await handled.promise;
  expect(open).toBe(1);
  leave.abort();
  await expect(leaving).rejects.toThrow("abort");
  await expect.poll(() => open).toBe(0);
});
