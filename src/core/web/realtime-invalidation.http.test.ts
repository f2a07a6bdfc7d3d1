import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { Server } from "socket.io";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";

import { defineRealtimeMessage } from "../event.ts";
import { invalidateOn, invalidateOnRefusal } from "./realtime-invalidation.ts";
import { onMissed } from "./realtime-listeners.ts";
import { closeRealtime, openRealtime } from "./realtime.ts";

const renamed = defineRealtimeMessage("renamed", z.object({ id: z.number() }));
const removed = defineRealtimeMessage("removed", z.object({}));

const http = createServer();
const io = new Server(http);
let mayConnect: boolean;
let invalidated: unknown[];
const invalidate = (keys: unknown) => void invalidated.push(keys);

io.use((_socket, next) => next(mayConnect ? undefined : new Error("No session.")));

beforeAll(async () => {
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  vi.stubGlobal("location", { protocol: "http:", host: `127.0.0.1:${port}` });
  vi.stubGlobal("document", { hidden: false });
});
beforeEach(() => {
  closeRealtime();
  mayConnect = true;
  invalidated = [];
});
afterAll(async () => {
  closeRealtime();
  await io.close();
  vi.unstubAllGlobals();
});

async function connect(): Promise<void> {
  const connected = once(io, "connection");
  openRealtime(() => ({ token: "a token" }));
  await connected;
}

it("a message invalidates the queries that follow from its payload, until unsubscribed", async () => {
  const stop = invalidateOn(renamed, ({ id }) => [["task", id], ["list"]])(invalidate);
  const stopOther = invalidateOn(removed, () => [["other"]])(invalidate);
  await connect();
  io.emit("renamed", { id: 3 });
  await expect.poll(() => invalidated.flat()).toEqual([["task", 3], ["list"]]);
  stop();
  io.emit("renamed", { id: 4 });
  io.emit("removed", {});
  await expect.poll(() => invalidated).toHaveLength(2);
  expect(invalidated[1]).toEqual([["other"]]);
  stopOther();
});

it("each connection reports that messages may have been missed before it", async () => {
  let times = 0;
  const stop = onMissed(() => {
    times += 1;
  });
  await connect();
  await expect.poll(() => times).toBe(1);
  io.disconnectSockets(true);
  await expect.poll(() => times).toBe(2);
  stop();
});

it("only a rejected connection invalidates the session", async () => {
  const stop = invalidateOnRefusal(["session"])(invalidate);
  await connect();
  expect(invalidated).toEqual([]);
  closeRealtime();
  mayConnect = false;
  openRealtime(() => ({ token: null }));
  await expect.poll(() => invalidated).toEqual([[["session"]]]);
  stop();
});
