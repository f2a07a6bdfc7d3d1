import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { delayedBytes, type LineQuality } from "./delayed-bytes.ts";
import { seeded } from "./seeded-random.ts";

const usual: LineQuality = { delay: 100, jitter: 50, loss: 0 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Sends numbered chunks, one every `every` milliseconds. Returns when each was received after it was sent. */
async function send(
  quality: LineQuality | null,
  { chunks, every, connects = false }: { chunks: number; every: number; connects?: boolean },
) {
  const line = delayedBytes(() => quality, { connects, random: seeded(46) });
  const sentAt: number[] = [];
  const delays: number[] = [];
  const order: number[] = [];
  line.on("data", (chunk: Buffer) => {
    const number = chunk.readUInt32BE();
    order.push(number);
    delays.push(performance.now() - (sentAt[number] ?? 0));
  });
  for (let number = 0; number < chunks; number += 1) {
    const chunk = Buffer.alloc(100);
    chunk.writeUInt32BE(number);
    sentAt.push(performance.now());
    line.write(chunk);
    await vi.advanceTimersByTimeAsync(every);
  }
  const ended = new Promise((done) => line.once("end", done));
  line.end();
  await vi.advanceTimersByTimeAsync(5000);
  await ended;
  expect(order).toEqual(order.map((_, at) => at));
  expect(order).toHaveLength(chunks);
  return { first: delays[0] ?? 0, rest: delays.slice(1).toSorted((one, other) => one - other) };
}

test("chunks need the delay, less or more by the jitter", async () => {
  const { rest } = await send(usual, { chunks: 401, every: 500 });
  expect(rest.at(0)).toBeGreaterThanOrEqual(50);
  expect(rest.at(0)).toBeLessThan(55);
  expect(rest.at(-1)).toBeLessThanOrEqual(151);
  expect(rest.at(-1)).toBeGreaterThan(145);
  expect(rest[200]).toBeGreaterThan(90);
  expect(rest[200]).toBeLessThan(110);
});

test("chunks sent in quick succession stay in order, and don't add up their delays", async () => {
  const { rest } = await send(usual, { chunks: 401, every: 5 });
  expect(rest.at(-1)).toBeLessThanOrEqual(152);
});

test("a lost chunk waits for the timeout and a round trip, and later ones for it", async () => {
  const alone = await send({ ...usual, loss: 0.1 }, { chunks: 401, every: 1000 });
  const late = alone.rest.filter((delay) => delay > 151);
  expect(late.length).toBeGreaterThan(20);
  expect(late.length).toBeLessThan(60);
  expect(late[0]).toBeGreaterThanOrEqual(450);
  expect(late.at(-1)).toBeLessThanOrEqual(551);
  const behind = await send({ ...usual, loss: 0.1 }, { chunks: 401, every: 100 });
  expect(behind.rest.filter((delay) => delay > 151).length).toBeGreaterThan(2 * late.length);
});

test("connecting needs another round trip", async () => {
  const { first, rest } = await send(usual, { chunks: 10, every: 500, connects: true });
  expect(first).toBeGreaterThanOrEqual(150);
  expect(rest.at(-1)).toBeLessThanOrEqual(151);
});

test("without a bad quality nothing waits", async () => {
  const { rest } = await send(null, { chunks: 100, every: 1 });
  expect(rest.at(-1)).toBeLessThanOrEqual(1);
});

test("a sender waits for a receiver that doesn't read", async () => {
  const line = delayedBytes(() => usual, { random: seeded(46) });
  const chunk = Buffer.alloc(16 * 1024);
  let sent = 0;
  for (let time = 0; time < 2000; time += 10) {
    if (!line.writableNeedDrain) {
      line.write(chunk);
      sent += chunk.length;
    }
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(sent).toBeLessThan(600_000);
  let received = 0;
  line.on("data", ({ length }: Buffer) => (received += length));
  await vi.advanceTimersByTimeAsync(1000);
  expect(received).toBe(sent);
});
