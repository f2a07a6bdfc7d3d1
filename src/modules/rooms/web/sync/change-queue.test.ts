import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { RoomChange } from "#modules/rooms/contract/room-state.ts";

import { createChangeQueue } from "./change-queue.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A queue whose commands take some milliseconds. */
function startQueue(takes: number) {
  const sent: RoomChange[] = [];
  const errors: unknown[] = [];
  let failure: Error | null = null;
  const send = async (change: RoomChange) => {
    sent.push(change);
    await new Promise((resolve) => setTimeout(resolve, takes));
    if (failure) throw failure;
  };
  const queue = createChangeQueue(send, (error) => errors.push(error));
  return { queue, sent, errors, refuse: (error: Error) => (failure = error) };
}

it("sends at most five changes a second, and the last one always", async () => {
  const { queue, sent } = startQueue(20);
  for (let frame = 0; frame < 100; frame += 1) {
    queue.push({ frame });
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(sent.length).toBeLessThanOrEqual(6);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent.at(-1)).toEqual({ frame: 99 });
  expect(queue.pending()).toEqual({});
});

it("sends the next change after the response to the last one, with all that was changed meanwhile", async () => {
  const { queue, sent } = startQueue(900);
  queue.push({ playing: false, frame: 7 });
  queue.push({ frame: 8 });
  queue.push({ loop: { from: 2, to: 9 } });
  expect(queue.pending()).toEqual({ playing: false, frame: 8, loop: { from: 2, to: 9 } });
  await vi.advanceTimersByTimeAsync(800);
  expect(sent).toEqual([{ playing: false, frame: 7 }]);
  await vi.advanceTimersByTimeAsync(200);
  expect(sent[1]).toEqual({ frame: 8, loop: { from: 2, to: 9 } });
});

it("drops everything after a refusal", async () => {
  const { queue, sent, errors, refuse } = startQueue(100);
  const refusal = new Error("refused");
  refuse(refusal);
  queue.push({ frame: 7 });
  queue.push({ frame: 8 });
  await vi.advanceTimersByTimeAsync(1000);
  expect([sent, errors, queue.pending()]).toEqual([[{ frame: 7 }], [refusal], {}]);
});

it("forgets what was sent before it was cleared", async () => {
  const { queue, errors } = startQueue(100);
  queue.push({ frame: 7 });
  queue.clear();
  await vi.advanceTimersByTimeAsync(1000);
  expect([errors, queue.pending()]).toEqual([[], {}]);
});
