import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";

import { apiBase } from "#core/endpoint-address.ts";
import { endpoint } from "#core/endpoint.ts";
import { signedIn } from "#core/permission.ts";
import { bindEndpoints, type Handlers } from "#core/server/bind-endpoints.ts";
import { createRequestShares } from "#core/server/request-shares.ts";
import { type Listening, startApp, type TestActor, type TestApp } from "#testing/start-app.ts";

const tryEndpoints = {
  waiting: endpoint({
    method: "GET",
    path: "/try/waiting",
    permission: signedIn,
    summary: "A response that is sent when the test says so",
    response: z.string(),
    message: "Loaded.",
  }),
};

let handled: (number | undefined)[];
let release: PromiseWithResolvers<string>;
const handlers: Handlers<typeof tryEndpoints> = {
  waiting: ({ actor }) => {
    handled.push(actor?.id);
    return release.promise;
  },
};

let app: TestApp;
let server: Listening;
let ann: TestActor;
let bob: TestActor;

beforeAll(async () => {
  app = await startApp();
  server = await app.listen({
    shares: createRequestShares({ parallel: 1, parallelAlone: 1, open: 1 }),
    register: (http, binding) => void bindEndpoints(http, "try", tryEndpoints, handlers, binding),
  });
  ann = await app.person("ann", "EDITOR");
  bob = await app.person("bob", "EDITOR");
});
beforeEach(() => {
  handled = [];
  release = Promise.withResolvers();
});
afterAll(async () => {
  await server?.close();
  await app?.stop();
});

const wait = ({ cookie }: TestActor, signal: AbortSignal | null = null) =>
  fetch(`${server.url}${apiBase}/try/waiting`, { headers: { cookie }, signal });

it("more open requests of a user than allowed are refused, those of others aren't", async () => {
  const waiting = wait(ann);
  await expect.poll(() => handled).toEqual([ann.id]);
  const refused = await wait(ann);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("2");
  const other = wait(bob);
  await expect.poll(() => handled).toEqual([ann.id, bob.id]);
  release.resolve("done");
  expect([(await other).status, (await waiting).status]).toEqual([200, 200]);
});

it("a request whose client leaves before its response has ended", async () => {
  const left = new AbortController();
  const waiting = wait(ann, left.signal);
  await expect.poll(() => handled).toEqual([ann.id]);
  left.abort();
  await expect(waiting).rejects.toThrow("abort");
  release.resolve("done");
  await expect.poll(async () => (await wait(ann)).status).toBe(200);
});

it.each([
  ["GET", "/none", "page network:127.0.0.1"],
  ["GET", "/api/v1/none", "page network:127.0.0.1"],
  ["GET", "/api/v1/openapi.json", "page network:127.0.0.1"],
  ["GET", "/media/v/none", "media person"],
  ["GET", "/media/g/none", "media network:127.0.0.1"],
  ["HEAD", "/media/f/none", "media person"],
  ["PATCH", "/api/v1/media/uploads/none", "upload person"],
  ["GET", "/api/v1/user/check-auth", "call person"],
  ["POST", "/api/v1/guest-review/none/open", "call network:127.0.0.1"],
])("%s %s takes a share", async (method, path, expected) => {
  const begun: string[] = [];
  const full = await app.listen({
    shares: {
      begin: (owner, kind) => {
        begun.push(`${kind} ${owner}`);
        const none = () => undefined;
        return { turn: Promise.resolve(false), pause: none, next: async () => undefined, end: none };
      },
    },
  });
  const cookie = expected.includes("person") ? ann.cookie : "";
  const { status } = await fetch(full.url + path, { method, headers: { cookie } });
  await full.close();
  expect(status).toBe(429);
  expect(begun).toEqual([expected.replace("person", `person:${ann.id}`)]);
});
