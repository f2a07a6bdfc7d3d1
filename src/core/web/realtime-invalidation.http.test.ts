import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { Server } from "socket.io";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";

import { defineRealtimeMessage } from "../event.ts";
import { type MissedMessages, missedMessagesName } from "../missed-messages.ts";
import { missedSince } from "./missed-since.ts";
import { invalidateOn, invalidateOnRefusal } from "./realtime-invalidation.ts";
import { closeRealtime, openRealtime } from "./realtime.ts";

const renamed = defineRealtimeMessage("renamed", z.object({ id: z.number() }));
const removed = defineRealtimeMessage("removed", z.object({}));

const http = createServer();
const io = new Server(http);
let mayConnect: boolean;
let missed: MissedMessages["missed"];
/** The markers that the page has connected with. */
let asked: unknown[];
let invalidated: unknown[];
const target = { userId: 7, invalidate: (keys: unknown) => void invalidated.push(keys) };

io.use((_socket, next) => next(mayConnect ? undefined : new Error("No session.")));
io.on("connection", (socket) => {
  asked.push(socket.handshake.auth["since"]);
  socket.emit(missedMessagesName, { marker: 50, missed } satisfies MissedMessages);
});

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
  missed = [];
  asked = [];
});
afterAll(async () => {
  closeRealtime();
  await io.close();
  vi.unstubAllGlobals();
});

async function connect(): Promise<void> {
  const connected = once(io, "connection");
  openRealtime(() => "a token");
  await connected;
}

it("a message invalidates the queries that follow from its payload and the user, until unsubscribed", async () => {
  const stop = invalidateOn(renamed, ({ id }, userId) => [
    ["task", id],
    ["list", userId],
  ])(target);
  const stopOther = invalidateOn(removed, () => [["other"]])(target);
  await connect();
  io.emit("renamed", { id: 3 });
  await expect
    .poll(() => invalidated.flat())
    .toEqual([
      ["task", 3],
      ["list", 7],
    ]);
  stop();
  io.emit("renamed", { id: 4 });
  io.emit("removed", {});
  await expect.poll(() => invalidated).toHaveLength(2);
  expect(invalidated[1]).toEqual([["other"]]);
  stopOther();
});

it("a connection invalidates the queries of the messages that were missed before it", async () => {
  const stops = [
    invalidateOn(renamed, ({ id }, userId) => [
      ["task", id, "name"],
      ["list", userId],
    ])(target),
    invalidateOn(removed, () => [["other"]])(target),
  ];
  missed = ["renamed"];
  await connect();
  await expect.poll(() => invalidated).toEqual([[["task"], ["list", 7]]]);
  missed = [];
  io.disconnectSockets(true);
  await once(io, "connection");
  missed = "all";
  io.disconnectSockets(true);
  await expect.poll(() => invalidated.slice(1)).toEqual([[["task"], ["list", 7]], [["other"]]]);
  for (const stop of stops) stop();
});

it("connects with the marker of the oldest response, then with that of the last connection", async () => {
  missedSince.loaded(8);
  missedSince.loaded(6);
  await connect();
  await expect.poll(() => asked).toEqual([6]);
  io.disconnectSockets(true);
  await expect.poll(() => asked).toEqual([6, 50]);
  // A response that was on its way.
  missedSince.loaded(5);
  await expect.poll(() => asked).toEqual([6, 50, 5]);
});

it("only a rejected connection invalidates the session", async () => {
  const stop = invalidateOnRefusal(["session"])(target);
  await connect();
  expect(invalidated).toEqual([]);
  closeRealtime();
  mayConnect = false;
  openRealtime(() => null);
  await expect.poll(() => invalidated).toEqual([[["session"]]]);
  stop();
});
