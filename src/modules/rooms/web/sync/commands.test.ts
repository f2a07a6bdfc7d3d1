import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { AppError } from "#core/error.ts";
import type { Room, RoomCommand } from "#modules/rooms/contract/rooms.ts";

import { createCommandSender } from "./commands.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const unreachable = new AppError({ code: "unreachable", status: 0, message: "" });
const refused = new AppError({ code: "not_presenter", status: 409, message: "" });
const present: RoomCommand = { kind: "present" };
const release: RoomCommand = { kind: "release" };

/** A sender whose attempts fail with these errors, then succeed. */
function startSender(...failures: Error[]) {
  const attempts: [number, string][] = [];
  const send = createCommandSender(async (number, { kind }) => {
    attempts.push([number, kind]);
    const failure = failures.shift();
    if (failure) throw failure;
    // Only that it arrives matters.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a fake.
    return { sequence: number } as Room;
  });
  return { send, attempts };
}

it("repeats a lost command with its number, before the next one", async () => {
  const { send, attempts } = startSender(unreachable, unreachable);
  const both = Promise.all([send(present), send(release)]);
  await vi.advanceTimersByTimeAsync(2000);
  await both;
  expect(attempts).toEqual([
    [1, "present"],
    [1, "present"],
    [1, "present"],
    [2, "release"],
  ]);
});

it("throws a refusal at once, and sends the next one", async () => {
  const { send, attempts } = startSender(refused);
  await expect(send(present)).rejects.toBe(refused);
  await send(release);
  expect(attempts).toEqual([
    [1, "present"],
    [2, "release"],
  ]);
});

it("gives up after some seconds", async () => {
  const { send } = startSender(...Array.from({ length: 100 }, () => unreachable));
  const sent = send(present).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  await expect(sent).resolves.toBe(unreachable);
});
