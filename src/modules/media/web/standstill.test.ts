import { beforeEach, expect, it } from "vitest";

import { type Standstill, standstillSince } from "./standstill.ts";

let now: number;
let standstill: Standstill;
beforeEach(() => {
  now = 1_000_000;
  standstill = standstillSince(() => now);
});

/** Asked each second, as an upload does. */
function lastsFor(seconds: number, left: number, received: number): boolean {
  let lasts = standstill.lasts(left, received);
  for (let second = 0; second < seconds; second++) {
    now += 1000;
    lasts = standstill.lasts(left, received);
  }
  return lasts;
}

it("ends the patience with a request of which nothing leaves and nothing arrives", () => {
  expect(lastsFor(30, 500, 400)).toBe(false);
  expect(lastsFor(1, 500, 400)).toBe(true);
});

it("bears with one that a store takes in large parts, or that a proxy passes on", () => {
  expect(lastsFor(25, 500, 400)).toBe(false);
  expect(lastsFor(25, 600, 400)).toBe(false);
  expect(lastsFor(25, 600, 500)).toBe(false);
});

it("has new patience with another request", () => {
  lastsFor(31, 500, 400);
  standstill.over();
  expect(lastsFor(30, 500, 400)).toBe(false);
  expect(lastsFor(1, 500, 400)).toBe(true);
});

it("has little patience after a sleep, until something arrives", () => {
  lastsFor(20, 500, 400);
  standstill.slept();
  expect(lastsFor(1, 500, 400)).toBe(false);
  expect(lastsFor(1, 500, 400)).toBe(true);

  standstill.slept();
  expect(lastsFor(1, 500, 400)).toBe(false);
  expect(lastsFor(30, 500, 401)).toBe(false);
  expect(lastsFor(1, 500, 401)).toBe(true);
});

it("has little patience only once", () => {
  standstill.slept();
  lastsFor(4, 500, 400);
  standstill.over();
  expect(lastsFor(30, 500, 400)).toBe(false);
});
