import { expect, it } from "vitest";

import { createClock } from "./clock.ts";

/** Adds an exchange with a server whose clock is `ahead`, with these delays there and back. All in milliseconds. */
function exchange(
  clock: ReturnType<typeof createClock>,
  sent: number,
  ahead: number,
  [to, back]: [number, number],
) {
  clock.add({ sent, time: sent + to + ahead, answered: sent + to + back });
}

it("is unknown before the first exchange", () => {
  const clock = createClock();
  expect([clock.timeAt(5), clock.roundTrip()]).toEqual([null, null]);
});

it("is exact if both ways take the same time", () => {
  const clock = createClock();
  exchange(clock, 1000, 1_700_000_000_000, [120, 120]);
  expect(clock.timeAt(2000)).toBe(1_700_000_002_000);
  expect(clock.roundTrip()).toBe(240);
});

it("uses the shortest way there and the shortest way back, of any exchanges", () => {
  const clock = createClock();
  exchange(clock, 0, 500, [100, 300]);
  exchange(clock, 100, 500, [20, 60]);
  exchange(clock, 200, 500, [400, 30]);
  expect(clock.timeAt(1000)).toBe(1495);
  expect(clock.roundTrip()).toBe(80);
});

it.each([
  [100, 50],
  [300, 200],
])("is off by at most half of the shortest round trip: %i ms delay, %i ms jitter", (delay, jitter) => {
  const random = pseudoRandom(7);
  const clock = createClock();
  for (let round = 0; round < 100; round += 1) {
    const way = () => delay / 2 + (random() - 0.5) * jitter;
    exchange(clock, round * 100, 12_345, [way(), way()]);
    const error = Math.abs((clock.timeAt(round * 100) ?? 0) - round * 100 - 12_345);
    expect(error).toBeLessThanOrEqual((clock.roundTrip() ?? 0) / 2);
    // The difference of the two delays is at most the jitter; half of it is the error.
    expect(error).toBeLessThanOrEqual(jitter / 2);
  }
});

it("is off by half of the difference where one way is always longer", () => {
  const clock = createClock();
  for (let round = 0; round < 20; round += 1) exchange(clock, round, 0, [90, 10]);
  expect(clock.timeAt(100)).toBe(140);
});

it("is off by less than 5 ms after twelve exchanges with 50 ms of jitter there and back", () => {
  const random = pseudoRandom(11);
  const errors: number[] = [];
  for (let trial = 0; trial < 50; trial += 1) {
    const clock = createClock();
    const way = () => 100 + random() * 50;
    for (let round = 0; round < 12; round += 1) exchange(clock, round * 250, 12_345, [way(), way()]);
    errors.push(Math.abs((clock.timeAt(0) ?? 0) - 12_345));
  }
  expect(errors.toSorted((one, other) => one - other)[45]).toBeLessThan(5);
});

it("follows a clock that drifts, as old exchanges are forgotten", () => {
  const clock = createClock();
  exchange(clock, 0, 0, [1, 1]);
  for (let round = 1; round <= 16; round += 1) exchange(clock, round, 70, [20, 20]);
  expect(clock.timeAt(100)).toBe(170);
});

it("knows nothing after a reset", () => {
  const clock = createClock();
  exchange(clock, 0, 0, [1, 1]);
  clock.reset();
  expect(clock.timeAt(3)).toBeNull();
});

function pseudoRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
