import { beforeEach, expect, it } from "vitest";

import { createMissedSince, type MissedSince } from "./missed-since.ts";

let late: number;
let since: MissedSince;
beforeEach(() => {
  late = 0;
  since = createMissedSince();
  since.onLate = () => {
    late += 1;
  };
});

it("connects first with the oldest response, then with the marker of the last connection", () => {
  since.loaded(7);
  since.loaded(5);
  since.loaded(6);
  expect(since.connect()).toBe(5);
  since.connected(9);
  since.loaded(8);
  since.loaded(12);
  expect(since.connect()).toBe(9);
  since.connected(15);
  expect(since.connect()).toBe(15);
  expect(late).toBe(0);
});

it("asks again if a connection fails", () => {
  since.loaded(5);
  since.connect();
  since.loaded(6);
  expect(since.connect()).toBe(5);
});

it("connects again for a response that is older than what the connection was asked with", () => {
  since.loaded(5);
  since.connect();
  since.connected(9);
  since.loaded(3);
  expect(late).toBe(1);
  expect(since.connect()).toBe(3);
  since.connected(10);
  expect(since.connect()).toBe(10);
  expect(late).toBe(1);
});

it("connects again for an older response that arrives while it connects", () => {
  expect(since.connect()).toBeNull();
  since.loaded(4);
  since.connected(9);
  expect(late).toBe(1);
  expect(since.connect()).toBe(4);
});

it("connects again once for several older responses", () => {
  since.loaded(5);
  since.connect();
  since.connected(9);
  since.loaded(3);
  expect(since.connect()).toBe(3);
  since.loaded(4);
  since.loaded(3);
  since.connected(10);
  expect(late).toBe(1);
  since.loaded(2);
  expect(late).toBe(2);
});
