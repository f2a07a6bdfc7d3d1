import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { AppError } from "#core/error.ts";
import type { Room } from "#modules/rooms/contract/rooms.ts";

import { createPresence } from "./presence.ts";

const numbers: number[] = [];
const onReconnecting = vi.fn<(isReconnecting: boolean) => void>();
const onRefused = vi.fn<(error: unknown) => void>();
/** Milliseconds that a report takes. */
let takes = 20;
let failure: Error | null = null;
let presence: ReturnType<typeof createPresence>;

beforeEach(() => {
  vi.useFakeTimers();
  numbers.length = 0;
  [takes, failure] = [20, null];
  onReconnecting.mockReset();
  onRefused.mockReset();
  presence = createPresence({
    send: async (number) => {
      numbers.push(number);
      await new Promise((resolve) => setTimeout(resolve, takes));
      if (failure) throw failure;
      // Only that it arrives matters.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a fake.
      return {} as Room;
    },
    onRoom: () => undefined,
    onReconnecting,
    onRefused,
  });
});
afterEach(() => {
  presence.stop();
  vi.useRealTimers();
});

it("reports every 10 seconds until it is stopped", async () => {
  void presence.report();
  await vi.advanceTimersByTimeAsync(30_500);
  expect(numbers).toEqual([1, 2, 3, 4]);
  presence.stop();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(numbers).toHaveLength(4);
});

it("reports once more after a slow report during which it was asked to", async () => {
  takes = 1500;
  void presence.report();
  presence.reportIn(600);
  await vi.advanceTimersByTimeAsync(1000);
  await Promise.all([presence.report(), presence.report(), vi.advanceTimersByTimeAsync(3000)]);
  expect(numbers).toEqual([1, 2]);
  // And goes on.
  await vi.advanceTimersByTimeAsync(25_000);
  expect(numbers.length).toBeGreaterThanOrEqual(4);
});

it("repeats a lost report after two seconds", async () => {
  failure = new AppError({ code: "unreachable", status: 0, message: "" });
  void presence.report();
  await vi.advanceTimersByTimeAsync(2100);
  expect([numbers.length, onReconnecting.mock.calls]).toEqual([2, [[true], [true]]]);
  failure = null;
  await vi.advanceTimersByTimeAsync(3000);
  expect(onReconnecting).toHaveBeenLastCalledWith(false);
  expect(onRefused).not.toHaveBeenCalled();
});

it("ends with a refusal", async () => {
  failure = new AppError({ code: "room_ended", status: 410, message: "" });
  void presence.report();
  await vi.advanceTimersByTimeAsync(20_000);
  expect([numbers, onRefused.mock.calls]).toEqual([[1], [[failure]]]);
});
