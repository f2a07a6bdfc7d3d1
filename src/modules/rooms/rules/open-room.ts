import type { RoomState } from "../contract/room-state.ts";
import { presentFor } from "./limits.ts";
import { commandLead, longestLead } from "./room-state.ts";

/** A participant as the rules see them. Times are room times in milliseconds. */
export interface Watcher {
  id: string;
  isGuest: boolean;
  follows: boolean;
  buffers: boolean;
  asks: boolean;
  roundTrip: number;
  seenAt: number;
  /** When the others stopped waiting for them, or they joined while they were buffering. */
  sparedAt: number | null;
  /** Numbers of the last command and the last report that were carried out. */
  lastCommand: number;
  lastReport: number;
}

/** The part of a room that the rules change. */
export interface OpenRoom {
  state: RoomState;
  presenter: string | null;
  callUrl: string | null;
  watchers: readonly Watcher[];
}

/** Whether a participant has reported lately. A time in the future is one of a clock that was set back since. */
export function isPresent({ seenAt }: Pick<Watcher, "seenAt">, time: number): boolean {
  return Math.abs(time - seenAt) < presentFor;
}

/** When a command at `time` takes effect: once it has reached those who follow the room. */
export function effectTime({ watchers }: Pick<OpenRoom, "watchers">, time: number): number {
  return time + commandLead(watchers.filter(({ follows }) => follows).map(({ roundTrip }) => roundTrip));
}

/** Starts playback that is to begin later than any command takes effect, because the clock was set back. */
export function withPossibleStart(room: OpenRoom, time: number): OpenRoom {
  const { state } = room;
  if (state.startsAt - time <= longestLead) return room;
  return { ...room, state: { ...state, startsAt: effectTime(room, time) } };
}

export function changeWatcher(
  room: OpenRoom,
  id: string,
  change: (watcher: Watcher) => Partial<Watcher>,
): OpenRoom {
  const watchers = room.watchers.map((watcher) =>
    watcher.id === id ? { ...watcher, ...change(watcher) } : watcher,
  );
  return { ...room, watchers };
}

/** Questions of others end with a new presenter, who hasn't been asked. */
export function withPresenter(room: OpenRoom, presenter: string | null): OpenRoom {
  return { ...room, presenter, watchers: room.watchers.map((watcher) => ({ ...watcher, asks: false })) };
}
