import type { RoomChange, RoomState } from "#modules/rooms/contract/room-state.ts";
import { positionAt, type Timing } from "#modules/rooms/rules/room-state.ts";

/** The position that a follower displays at a moment. */
export interface ShownPosition {
  /** The frame, with the share of its duration that has passed. */
  frame: number;
  moving: boolean;
  /** Factor of the speed. */
  speed: number;
  /** Whether it waits for the start of playback. */
  isStarting: boolean;
  /** Room time at which the frame begins to advance; null if it isn't known or doesn't. */
  startsAt: number | null;
}

/** The states that decide what is displayed. */
export interface Course {
  state: RoomState;
  /** The state that was in effect before; it goes on until the playback of `state` begins. */
  before: RoomState | null;
  /** The participant's changes that the server hasn't confirmed. */
  pending: RoomChange;
}

/** Frames by which a state may begin beside the one before it and still continue it: the server states whole frames. */
const continues = 2;

/** The course after another state of the room has arrived at a room time. */
export function nextCourse({ state, before, pending }: Course, next: RoomState, time: number | null): Course {
  const isInEffect = !state.playing || (time !== null && time >= state.startsAt);
  return { state: next, before: isInEffect ? state : before, pending };
}

/**
 * The position at a room time. Own changes are displayed at once where the others can't differ: while paused. Playback begins when
 * the server says; until then its first frame is displayed, or what was playing goes on.
 */
export function shownPosition(
  { state, before, pending }: Course,
  time: number,
  timing: Timing,
): ShownPosition {
  if (pending.playing !== undefined || pending.frame !== undefined) {
    const frame = pending.frame ?? Math.floor(positionAt(state, time, timing).frame);
    return {
      frame: Math.min(frame, timing.last),
      moving: false,
      speed: pending.speed ?? state.speed,
      isStarting: pending.playing ?? state.playing,
      startsAt: null,
    };
  }
  const isStarting = state.playing && time < state.startsAt;
  if (isStarting && before && isContinued(before, state, timing)) {
    return { ...positionAt(before, time, timing), speed: before.speed, isStarting: false, startsAt: null };
  }
  const startsAt = isStarting ? state.startsAt : null;
  return { ...positionAt(state, time, timing), speed: state.speed, isStarting, startsAt };
}

function isContinued(before: RoomState, state: RoomState, timing: Timing): boolean {
  if (!before.playing || before.version !== state.version) return false;
  const { frame } = positionAt(before, state.startsAt, timing);
  return Math.abs(frame - state.frame) < continues;
}

/** The state with changes that the server hasn't confirmed. */
export function withPending(state: RoomState, pending: RoomChange): RoomState {
  return { ...state, ...pending };
}
