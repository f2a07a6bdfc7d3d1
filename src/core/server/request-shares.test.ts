import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { createRequestShares, type RequestKind, type RequestShare } from "./request-shares.ts";

const limits = { parallel: 2, parallelAlone: 4, open: 6 };
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
function begin(owner: string, kind: RequestKind = "call"): RequestShare {
  const request = shares.begin(owner, kind);
  void request.turn.then((isTurn) => isTurn && started.push(owner));
  return request;
}

const startedOf = (owner: string) => started.filter((one) => one === owner).length;

/** Lets timers run, and what they resolve, for milliseconds. */
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

it("while others are active, few requests of an owner run at a time, and the others don't wait for them", async () => {
  begin("bob").end();
  const requests = [begin("ann"), begin("ann"), begin("ann"), begin("ann")];
  begin("bob");
  await pass(0);
  expect(startedOf("ann")).toBe(2);
  expect(startedOf("bob")).toBe(2);
  requests[0]?.end();
  await pass(0);
  expect(startedOf("ann")).toBe(3);
});

it("without others, as many requests of an owner run at once as a browser sends, and no more", async () => {
  const requests = Array.from({ length: 6 }, () => begin("ann"));
  await pass(0);
  expect(startedOf("ann")).toBe(4);
  requests[0]?.end();
  await pass(0);
  expect(startedOf("ann")).toBe(5);
});

it("waiting requests start once nobody else is active", async () => {
  begin("bob").end();
  for (let count = 0; count < 4; count += 1) begin("ann");
  await pass(0);
  expect(startedOf("ann")).toBe(2);
  await pass(1300);
  expect(startedOf("ann")).toBe(4);
});

it("too many open requests of one owner are refused, and one that ends before its turn waits no more", async () => {
  begin("bob").end();
  const open = Array.from({ length: limits.open }, () => begin("ann"));
  expect(await begin("ann").turn).toBe(false);
  open[5]?.end();
  expect(await open[5]?.turn).toBe(false);
  open[0]?.end();
  begin("ann");
  await pass(0);
  expect(startedOf("ann")).toBe(3);
});

it("a request that takes long, such as an upload, doesn't keep others of its owner from running", async () => {
  begin("ann", "upload");
  begin("ann", "upload");
  begin("ann", "upload");
  await pass(900);
  begin("bob").end();
  begin("ann", "upload");
  await pass(200);
  begin("bob").end();
  await pass(200);
  expect(startedOf("ann")).toBe(4);
});

it("requests of another kind don't wait", async () => {
  begin("bob").end();
  for (let count = 0; count < 3; count += 1) begin("ann", "upload");
  begin("ann");
  await pass(0);
  expect(startedOf("ann")).toBe(3);
});

it("the parts of a long response take turns with the other requests, and none while they are read", async () => {
  begin("bob").end();
  const download = begin("ann");
  begin("ann");
  begin("ann");
  await pass(0);
  expect(startedOf("ann")).toBe(2);
  let isNext = false;
  void download.next().then(() => (isNext = true));
  await pass(0);
  expect([startedOf("ann"), isNext]).toEqual([3, false]);
  const paused = begin("carla");
  begin("carla");
  begin("carla");
  await pass(0);
  expect(startedOf("carla")).toBe(2);
  paused.pause();
  await pass(0);
  expect(startedOf("carla")).toBe(3);
});

it("nothing of a response that has ended waits", async () => {
  const download = begin("ann");
  await download.turn;
  begin("bob").end();
  begin("ann");
  begin("ann");
  download.end();
  await expect(download.next()).resolves.toBeUndefined();
});
