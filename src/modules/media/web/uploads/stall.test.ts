import { beforeEach, expect, it } from "vitest";

import { afterSleep, isStalled, notStalled, observe, type StallState } from "./stall.ts";

let at: number;
let stall: StallState;
beforeEach(() => {
  at = 1_000_000;
  stall = notStalled;
});

/** Observes the same values once a second; whether the request is stalled at the end. */
function stalledAfter(seconds: number, sentTo: number, received: number): boolean {
  stall = observe(stall, { sentTo, received, at });
  for (let second = 0; second < seconds; second++) {
    at += 1000;
    stall = observe(stall, { sentTo, received, at });
  }
  return isStalled(stall, at);
}

it("detects a request of which nothing is sent and nothing stored for 30 seconds", () => {
  expect(stalledAfter(30, 500, 400)).toBe(false);
  expect(stalledAfter(1, 500, 400)).toBe(true);
});

it("accepts a store that takes large parts, and a proxy that forwards them", () => {
  expect(stalledAfter(25, 500, 400)).toBe(false);
  expect(stalledAfter(25, 600, 400)).toBe(false);
  expect(stalledAfter(25, 600, 500)).toBe(false);
});

it("starts again with a new request", () => {
  stalledAfter(31, 500, 400);
  stall = notStalled;
  expect(stalledAfter(30, 500, 400)).toBe(false);
  expect(stalledAfter(1, 500, 400)).toBe(true);
});

it("detects it sooner after a sleep, until bytes are stored", () => {
  stalledAfter(20, 500, 400);
  stall = afterSleep;
  expect(stalledAfter(1, 500, 400)).toBe(false);
  expect(stalledAfter(1, 500, 400)).toBe(true);

  stall = afterSleep;
  expect(stalledAfter(1, 500, 400)).toBe(false);
  expect(stalledAfter(30, 500, 401)).toBe(false);
  expect(stalledAfter(1, 500, 401)).toBe(true);
});

it("detects it sooner only in the request that has slept", () => {
  stall = afterSleep;
  stalledAfter(4, 500, 400);
  stall = notStalled;
  expect(stalledAfter(30, 500, 400)).toBe(false);
});
