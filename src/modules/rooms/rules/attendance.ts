import { changeWatcher, type OpenRoom, type Watcher, withPossibleStart, withPresenter } from "./open-room.ts";
import type { Timing } from "./room-state.ts";
import { withWaiting } from "./waiting.ts";

/** Report of a participant. */
export interface Report {
  participant: string;
  number: number;
  follows: boolean;
  buffers: boolean;
  roundTrip: number;
}

/** Adds a participant, for whom nobody waits while they load, or stores a newer report of one. */
export function withReport(
  room: OpenRoom,
  { participant: id, number, follows, buffers, roundTrip }: Report,
  { time, timing, isGuest }: { time: number; timing: Timing; isGuest: boolean },
): OpenRoom {
  const reported = { follows, buffers, roundTrip, lastReport: number };
  const isKnown = room.watchers.some((watcher) => watcher.id === id);
  const joining: Watcher = {
    ...reported,
    id,
    isGuest,
    asks: false,
    seenAt: time,
    sparedAt: buffers ? time : null,
    lastCommand: 0,
  };
  const reporting = isKnown
    ? changeWatcher(room, id, ({ lastReport }) => ({
        ...(number > lastReport && reported),
        seenAt: time,
      }))
    : { ...room, watchers: [...room.watchers, joining] };
  return withWaiting(withPossibleStart(reporting, time), time, timing);
}

/** The room without participants who have left. Everyone may change it if the presenter has. */
export function withoutWatchers(
  room: OpenRoom,
  hasLeft: (watcher: Watcher) => boolean,
  { time, timing }: { time: number; timing: Timing },
): OpenRoom {
  const watchers = room.watchers.filter((watcher) => !hasLeft(watcher));
  if (watchers.length === room.watchers.length) return room;
  const remaining = watchers.some(({ id }) => id === room.presenter)
    ? { ...room, watchers }
    : withPresenter({ ...room, watchers }, null);
  return withWaiting(remaining, time, timing);
}
