import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand";

import { receiveDrawing, type UnpostedDrawings } from "./drawings.ts";

type Shapes = Parameters<typeof receiveDrawing>[2]["shapes"];

const box: Shapes = [{ kind: "box", color: "red", width: 0.01, from: [0.2, 0.2], to: [0.6, 0.6] }];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function receiver() {
  const store = createStore<{ drawings: UnpostedDrawings }>(() => ({ drawings: new Map() }));
  const receive = (participant: string, frame: number, shapes: Shapes) =>
    receiveDrawing(store, participant, { kind: "drawing", version: 1, frame, shapes });
  return { receive, displayed: () => [...store.getState().drawings].map(([id, { frame }]) => [id, frame]) };
}

it("keeps a drawing for a second after its end, until the comment has arrived", () => {
  const { receive, displayed } = receiver();
  receive("dev", 1, box);
  receive("anika", 2, box);
  receive("dev", 1, null);
  vi.advanceTimersByTime(999);
  expect(displayed()).toEqual([
    ["dev", 1],
    ["anika", 2],
  ]);
  vi.advanceTimersByTime(1);
  expect(displayed()).toEqual([["anika", 2]]);
});

it("displays the next drawing of the participant, although the end of the last one is recent", () => {
  const { receive, displayed } = receiver();
  receive("dev", 1, box);
  receive("dev", 1, null);
  receive("dev", 3, box);
  vi.advanceTimersByTime(2000);
  expect(displayed()).toEqual([["dev", 3]]);
  receive("jonas", 1, null);
  vi.advanceTimersByTime(2000);
  expect(displayed()).toEqual([["dev", 3]]);
});
