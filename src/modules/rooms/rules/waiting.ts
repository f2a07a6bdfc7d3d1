import { second } from "#core/time.ts";

import { effectTime, type OpenRoom, type Watcher } from "./open-room.ts";
import { positionAt, type Timing } from "./room-state.ts";

/** Milliseconds for which the others wait for participants who are buffering. */
export const waitLimit = 5 * second;
/** Milliseconds for which those who were waited for in vain aren't waited for again. */
export const spareFor = 30 * second;

function isWaitedFor({ follows, buffers, sparedAt }: Watcher, time: number): boolean {
  const isSpared = sparedAt !== null && Math.abs(time - sparedAt) < spareFor;
  return follows && buffers && !isSpared;
}

/**
 * Pauses playback while followers are buffering, and continues it when nobody has to be waited for any more, or after `waitLimit`
 * without those who still buffer.
 */
export function withWaiting(room: OpenRoom, time: number, timing: Timing): OpenRoom {
  const slow = room.watchers.filter((watcher) => isWaitedFor(watcher, time)).map(({ id }) => id);
  const { state } = room;
  if (state.waiting === null) return slow.length > 0 ? paused(room, slow, time, timing) : room;
  const { until } = state.waiting;
  const isOver = time >= until || until - time > waitLimit;
  if (slow.length > 0 && !isOver) return { ...room, state: { ...state, waiting: { for: slow, until } } };
  return continued(isOver ? withoutWaitingFor(room, slow, time) : room, time);
}

/** Doesn't wait for these participants for `spareFor`. */
export function withoutWaitingFor(room: OpenRoom, ids: readonly string[], time: number): OpenRoom {
  const watchers = room.watchers.map((watcher) =>
    ids.includes(watcher.id) ? { ...watcher, sparedAt: time } : watcher,
  );
  return { ...room, watchers };
}

function paused(room: OpenRoom, slow: string[], time: number, timing: Timing): OpenRoom {
  const { state } = room;
  const { frame, moving } = positionAt(state, time, timing);
  const isStarting = state.playing && time < state.startsAt;
  if (!moving && !isStarting) return room;
  const waiting = { for: slow, until: time + waitLimit };
  return {
    ...room,
    state: { ...state, playing: false, frame: Math.floor(frame), startsAt: time, waiting },
  };
}

function continued(room: OpenRoom, time: number): OpenRoom {
  const startsAt = effectTime(room, time);
  return { ...room, state: { ...room.state, playing: true, startsAt, waiting: null } };
}
