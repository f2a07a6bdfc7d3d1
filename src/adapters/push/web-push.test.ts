import { createECDH, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { hasPrivateAddress, isPublicAddress } from "#core/server/public-address.ts";
import { decryptPush } from "#testing/push-browser.ts";

import { type Push } from "./push.ts";
import { createWebPush } from "./web-push.ts";

const subject = "mailto:operator@reelay.example";
let server: Server;
let endpoint: string;
let status: number;
let received: { headers: IncomingHttpHeaders; body: Buffer }[];
let push: Push;

/** A browser: its key pair and secret. */
const browser = createECDH("prime256v1");
const p256dh = browser.generateKeys("base64url");
const auth = randomBytes(16).toString("base64url");

beforeEach(async () => {
  [status, received] = [201, []];
  server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await buffer(request) });
    response.writeHead(status, { location: endpoint }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/push/1`;
  push = createWebPush({ subject, allowPrivateEndpoints: true });
});
afterEach(async () => {
  await push.close();
  server.close();
});

const send = (to: Push = push, subscription = { endpoint, p256dh, auth }) =>
  to.send({
    subscription,
    keys: push.createKeys(),
    payload: "Version 2 is ready ✓",
    topic: "notification-7",
  });

describe("a push message", () => {
  it("is encrypted for the browser and signed by the server", async () => {
    await send();
    const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = received;
    expect(headers).toMatchObject({ ttl: "86400", topic: "notification-7", "content-encoding": "aes128gcm" });
    expect(body.toString("latin1")).not.toContain("Version");
    expect(decryptPush(body, browser, auth)).toBe("Version 2 is ready ✓");
    const [, claims = ""] =
      /^vapid t=[\w-]+\.([\w-]+)\.[\w-]+, k=[\w-]+$/.exec(headers.authorization ?? "") ?? [];
    const { aud, sub } = JSON.parse(Buffer.from(claims, "base64url").toString());
    expect([aud, sub]).toEqual([new URL(endpoint).origin, subject]);
  });

  it.each([
    [404, "permanent", "push_subscription_gone"],
    [410, "permanent", "push_subscription_gone"],
    [403, "permanent", "push_refused"],
    [413, "permanent", "push_refused"],
    [302, "permanent", "push_refused"],
    [429, "retry", "push_service_busy"],
    [503, "retry", "push_service_busy"],
  ])("that is answered with %d fails with kind %s", async (answer, kind, code) => {
    status = answer;
    await expect(send()).rejects.toMatchObject({ name: "AdapterError", kind, code });
    expect(received).toHaveLength(1);
  });

  it("is retried while the push service is unreachable", async () => {
    server.close();
    server.closeAllConnections();
    await expect(send()).rejects.toMatchObject({ kind: "retry", code: "push_service_away" });
  });

  it("is not sent with invalid keys", async () => {
    const invalid = { endpoint, p256dh: "AAAA", auth };
    await expect(send(push, invalid)).rejects.toMatchObject({ code: "push_subscription_gone" });
  });

  it.each([
    ["http", () => endpoint],
    ["an address", () => endpoint.replace("http:", "https:")],
    ["an IPv6 address", () => "https://[::1]/push"],
    ["a mapped address", () => "https://[::ffff:127.0.0.1]/push"],
    ["a name", () => endpoint.replace("http://127.0.0.1", "https://localhost")],
  ])("is not sent into the server's own network, given as %s", async (_kind, address) => {
    const guarded = createWebPush({ subject });
    const sending = send(guarded, { endpoint: address(), p256dh, auth });
    await expect(sending).rejects.toMatchObject({ kind: "permanent", code: "push_subscription_gone" });
    await guarded.close();
    expect(received).toEqual([]);
  });
});

it("knows public addresses", () => {
  for (const address of ["142.250.74.10", "2a00:1450:4001:80b::200a"])
    expect(isPublicAddress(address)).toBe(true);
  for (const address of [
    ...["10.1.2.3", "100.64.0.1", "127.8.8.8", "169.254.169.254", "172.31.0.1", "192.168.1.1", "0.0.0.0"],
    ...["::", "::1", "fe80::1", "fd00::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "ff02::1"],
  ]) {
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
  }
  expect(hasPrivateAddress(new URL("https://0x7f.1/"))).toBe(true);
  expect(hasPrivateAddress(new URL("https://push.example/"))).toBe(false);
});
