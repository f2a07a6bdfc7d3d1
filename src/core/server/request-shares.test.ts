import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { createRequestShares, type SharedRequest } from "./request-shares.ts";

const limits = {
  bytesPerSecond: 1000,
  burst: 2000,
  perRequest: 100,
  parallel: 2,
  parallelAlone: 4,
  waiting: 5,
};
let shares: ReturnType<typeof createRequestShares>;
let started: string[];

beforeEach(() => {
  vi.useFakeTimers();
  shares = createRequestShares(limits, () => Date.now());
  started = [];
});
afterEach(() => {
  vi.useRealTimers();
});

/** Begins a request and records its start. */
function begin(owner: string): SharedRequest {
  const request = shares.begin(owner);
  void request.turn.then((isTurn) => isTurn && started.push(owner));
  return request;
}

/** Requests of `owner` with `bytes`, each after the one before it, for as long as they may start. */
async function use(owner: string, bytes: number, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) {
    const request = begin(owner);
    await request.turn;
    request.end(bytes);
  }
}

/** Lets timers run, and what they resolve, for milliseconds. */
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

it("an owner without others never waits", async () => {
  await use("ann", 1000, 50);
  expect(started).toHaveLength(50);
});

it("one who has used more than their share waits until it is regained, and another one doesn't", async () => {
  await use("bob", 0, 1);
  await use("ann", 900, 3);
  started = [];
  begin("ann");
  const other = begin("bob");
  await pass(0);
  expect(started).toEqual(["bob"]);
  other.end(0);
  // 3 × (900 + 100) bytes were used of 2000.
  await pass(900);
  await use("bob", 0, 1);
  expect(started).not.toContain("ann");
  await pass(200);
  expect(started).toContain("ann");
});

it("waiting requests of one owner start one at a time", async () => {
  await use("bob", 0, 1);
  await use("ann", 900, 3);
  started = [];
  const requests = [begin("ann"), begin("ann"), begin("ann")];
  for (let tick = 0; tick < 15; tick += 1) {
    await use("bob", 0, 1);
    await pass(100);
  }
  expect(started.filter((owner) => owner === "ann")).toHaveLength(1);
  requests[0]?.end(0);
  await pass(0);
  expect(started.filter((owner) => owner === "ann")).toHaveLength(2);
});

it("they all start once nobody else is active", async () => {
  await use("bob", 0, 1);
  await use("ann", 900, 3);
  started = [];
  for (let count = 0; count < 3; count += 1) begin("ann");
  await pass(0);
  expect(started).toEqual([]);
  await pass(1100);
  expect(started).toEqual(["ann", "ann", "ann"]);
});

it("too many waiting requests of one owner are refused, and one that ends meanwhile waits no more", async () => {
  await use("bob", 0, 1);
  await use("ann", 1900, 2);
  const waiting = Array.from({ length: limits.waiting }, () => begin("ann"));
  const refused = begin("ann");
  expect(await refused.turn).toBe(false);
  waiting[0]?.end(0);
  expect(await waiting[0]?.turn).toBe(false);
  const next = begin("ann");
  await use("bob", 0, 1);
  expect(await Promise.race([next.turn, Promise.resolve("waits")])).toBe("waits");
});

it("the parts of a long response wait as well", async () => {
  const download = begin("ann");
  await use("bob", 0, 1);
  const sent: number[] = [];
  const sending = (async () => {
    for (let part = 0; part < 6; part += 1) {
      await download.pay(1000);
      sent.push(part);
    }
    download.end(0);
  })();
  await pass(0);
  // 100 bytes for the request and 2 × 1000 were used of 2000.
  expect(sent).toEqual([0]);
  await pass(5000);
  await sending;
  expect(sent).toHaveLength(6);
});

it("while others are active, few requests of an owner run at a time", async () => {
  await use("bob", 0, 1);
  const requests = [begin("ann"), begin("ann"), begin("ann"), begin("ann")];
  await pass(0);
  expect(started.filter((owner) => owner === "ann")).toHaveLength(2);
  requests[0]?.end(0);
  await pass(0);
  expect(started.filter((owner) => owner === "ann")).toHaveLength(3);
});

it("without others, as many requests of an owner run at once as a browser sends, and no more", async () => {
  const requests = Array.from({ length: 6 }, () => begin("ann"));
  await pass(0);
  expect(started).toHaveLength(4);
  requests[0]?.end(0);
  await pass(0);
  expect(started).toHaveLength(5);
});

it("requests pay for their cost when they start", async () => {
  await use("bob", 0, 1);
  const costly = shares.begin("ann", 25);
  await costly.turn;
  begin("ann");
  await pass(0);
  expect(started).toEqual(["bob"]);
});

it("a request that waits for something else doesn't keep the others of its owner from running", async () => {
  await use("bob", 0, 1);
  for (let slow = 0; slow < 2; slow += 1) begin("ann");
  await pass(0);
  begin("ann");
  await pass(900);
  await use("bob", 0, 1);
  expect(started.filter((owner) => owner === "ann")).toHaveLength(2);
  await pass(400);
  expect(started.filter((owner) => owner === "ann")).toHaveLength(3);
});

it("nothing of a response that has ended waits", async () => {
  const download = begin("ann");
  await download.turn;
  await use("bob", 0, 1);
  download.end(3000);
  await download.pay(1000);
  expect(started).toEqual(["ann", "bob"]);
});
