import { describe, expect, it } from "vitest";

import { extendTrack, isTrackActive, type PointerTrack, trackPosition, trackTrail } from "./pointer-track.ts";

const right: [number, number, number][] = [
  [0, 0, 0.5],
  [100, 0.5, 0.5],
  [200, 1, 0.5],
];

function track(pressed = false, now = 1000): PointerTrack {
  return extendTrack([], { kind: "pointer", points: right, pressed }, now);
}

describe("the position of a pointer", () => {
  it("moves on the line between two points", () => {
    expect(trackPosition(track(), 999)).toBeNull();
    expect(trackPosition(track(), 1000)).toMatchObject({ x: 0, y: 0.5 });
    expect(trackPosition(track(), 1050)).toMatchObject({ x: 0.25, y: 0.5 });
    expect(trackPosition(track(), 1150)).toMatchObject({ x: 0.75, y: 0.5 });
  });

  it("rests at the last point, and is hidden after it", () => {
    expect(trackPosition(track(), 3600)).toMatchObject({ x: 1, y: 0.5 });
    expect(trackPosition(track(), 3700)).toBeNull();
    expect(isTrackActive(track(), 3699)).toBe(true);
    expect(isTrackActive(track(), 3700)).toBe(false);
  });

  it("continues from the end of the last signal, although the next one was early", () => {
    const next = extendTrack(track(), { kind: "pointer", points: [[49, 0, 0]], pressed: false }, 1120);
    expect(trackPosition(next, 1150)).toMatchObject({ x: 0.75, y: 0.5 });
    expect(trackPosition(next, 1225)).toMatchObject({ x: 0.5, y: 0.25 });
    expect(trackPosition(next, 1250)).toMatchObject({ x: 0, y: 0 });
  });

  it("never lags by more than 150 milliseconds", () => {
    const next = extendTrack(track(), { kind: "pointer", points: [[0, 0.1, 0]], pressed: false }, 1010);
    expect(trackPosition(next, 1160)).toMatchObject({ x: 0.1, y: 0 });
  });
});

describe("the trail of the laser", () => {
  it("ends at the pointer and fades within two seconds", () => {
    expect(trackTrail(track(false), 1200)).toEqual([]);
    const parts = trackTrail(track(true), 1150);
    expect(parts.map(({ to, opacity }) => [to.x, opacity])).toEqual([
      [0.5, 0.975],
      [0.75, 1],
    ]);
    expect(trackTrail(track(true), 3099)).toHaveLength(2);
    expect(trackTrail(track(true), 3100)).toHaveLength(1);
    expect(trackTrail(track(true), 3200)).toEqual([]);
  });

  it("doesn't connect what was drawn seconds apart", () => {
    const later = extendTrack(track(true), { kind: "pointer", points: [[0, 0, 0]], pressed: true }, 2800);
    expect(trackTrail(later, 2900).map(({ to }) => to.x)).toEqual([0.5, 1]);
  });

  it("drops points that have faded", () => {
    const later = extendTrack(track(true), { kind: "pointer", points: [[0, 0, 0]], pressed: true }, 60_000);
    expect(later).toHaveLength(1);
  });
});
