import type { StoreApi } from "zustand";

import { second } from "#core/time.ts";
import type { Signal } from "#modules/rooms/contract/signals.ts";

type DrawingSignal = Extract<Signal, { kind: "drawing" }>;

/** The drawings that others are making, by participant. */
export type UnpostedDrawings = ReadonlyMap<
  string,
  { version: number; frame: number; shapes: NonNullable<DrawingSignal["shapes"]> }
>;

/** Milliseconds after its end in which a drawing is removed: the comment for which it was posted may arrive later. */
const removedAfter = second;

/** Receives the drawing of a participant, or its end. */
export function receiveDrawing(
  { getState, setState }: StoreApi<{ drawings: UnpostedDrawings }>,
  participant: string,
  { version, frame, shapes }: DrawingSignal,
): void {
  if (shapes) {
    setState(({ drawings }) => ({
      drawings: new Map(drawings).set(participant, { version, frame, shapes }),
    }));
    return;
  }
  const ended = getState().drawings.get(participant);
  setTimeout(() => {
    if (!ended || getState().drawings.get(participant) !== ended) return;
    setState(({ drawings }) => ({ drawings: new Map([...drawings].filter(([id]) => id !== participant)) }));
  }, removedAfter);
}
