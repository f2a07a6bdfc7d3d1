import type { FrameRange, Rate } from "#modules/media/rules/frames.ts";

import type { RoomState } from "../contract/room-state.ts";

/** Frames of the version that a room shows; `last` is the last one, from 0. */
export interface Timing {
  rate: Rate;
  last: number;
}

const shortestLead = 400;
/** Milliseconds; no command takes effect later. */
export const longestLead = 3000;

/**
 * Milliseconds from a command until it takes effect, so that it has reached everyone before: at least 400, at most 3000,
 * otherwise 1.5 times the longest round trip of the participants and 200.
 */
export function commandLead(roundTrips: readonly number[]): number {
  const longest = Math.max(0, ...roundTrips);
  return Math.min(longestLead, Math.max(shortestLead, Math.round(1.5 * longest + 200)));
}

/** A position in the version of a room: the frame, with the share of its duration that has passed, and whether it advances. */
export interface Position {
  frame: number;
  moving: boolean;
}

/**
 * The position at a room time in milliseconds. Playback begins at `startsAt` of the state, repeats the loop, also from a frame after
 * it, as the player does, and stops at the last frame.
 */
export function positionAt(
  state: Pick<RoomState, "playing" | "frame" | "startsAt" | "speed" | "loop">,
  time: number,
  { rate, last }: Timing,
): Position {
  const { playing, frame, startsAt, speed, loop } = state;
  if (!playing || time < startsAt) return { frame: Math.min(frame, last), moving: false };
  const passed = ((time - startsAt) / 1000) * speed * (rate.num / rate.den);
  if (loop) {
    const first = frame > loop.to ? loop.from : frame;
    return { frame: repeated(first + passed, loop), moving: true };
  }
  const reached = frame + passed;
  return reached >= last ? { frame: last, moving: false } : { frame: reached, moving: true };
}

function repeated(frame: number, { from, to }: FrameRange): number {
  return frame < from ? frame : from + ((frame - from) % (to - from + 1));
}
