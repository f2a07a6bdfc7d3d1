import { describe, expect, it } from "vitest";

import { noon, sampleState, sampleTiming } from "#testing/room-samples.ts";

import { commandLead, positionAt } from "./room-state.ts";

describe("commandLead", () => {
  it.each([
    [[], 400],
    [[20, 133], 400],
    [[20, 134], 401],
    [[300], 650],
    [[1900], 3000],
    [[60_000], 3000],
  ])("of %j ms is %i ms", (roundTrips, lead) => {
    expect(commandLead(roundTrips)).toBe(lead);
  });
});

describe("positionAt", () => {
  const playing = sampleState({ playing: true, startsAt: noon });
  const at = (state: Parameters<typeof positionAt>[0], milliseconds: number) =>
    positionAt(state, noon + milliseconds, sampleTiming);

  it("is the frame while paused, at most the last one", () => {
    expect(at(sampleState(), 5000)).toEqual({ frame: 100, moving: false });
    expect(at(sampleState({ frame: 2000 }), 0)).toEqual({ frame: 999, moving: false });
  });

  it("advances from the start, with the speed and the rate", () => {
    expect(at(playing, -1)).toEqual({ frame: 100, moving: false });
    expect(at(playing, 0)).toEqual({ frame: 100, moving: true });
    expect(at(playing, 1000)).toEqual({ frame: 125, moving: true });
    expect(at({ ...playing, speed: 2 }, 1000).frame).toBe(150);
    const film = { rate: { num: 24_000, den: 1001 }, last: 999 };
    expect(positionAt(playing, noon + 1001, film).frame).toBeCloseTo(124, 9);
  });

  it("stops at the last frame", () => {
    expect(at(playing, 35_000)).toEqual({ frame: 975, moving: true });
    expect(at(playing, 35_960)).toEqual({ frame: 999, moving: false });
    expect(at(playing, 60_000)).toEqual({ frame: 999, moving: false });
  });

  it("repeats a loop, from its beginning if it begins after it", () => {
    const loop = { from: 110, to: 119 };
    const looping = { ...playing, loop };
    expect(at(looping, 760).frame).toBe(119);
    expect(at(looping, 800)).toEqual({ frame: 110, moving: true });
    expect(at(looping, 1160).frame).toBe(119);
    expect(at(looping, 1200).frame).toBe(110);
    expect(at({ ...looping, frame: 123 }, 1000).frame).toBe(115);
    expect(at({ ...looping, loop: { from: 100, to: 100 } }, 999).frame).toBeCloseTo(100.975, 9);
  });
});
