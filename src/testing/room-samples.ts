import { noGuides } from "#modules/media/contract/guides.ts";
import { wholePicture } from "#modules/media/contract/picture-view.ts";
import type { RoomState } from "#modules/rooms/contract/room-state.ts";
import type { OpenRoom, Watcher } from "#modules/rooms/rules/open-room.ts";
import type { Timing } from "#modules/rooms/rules/room-state.ts";

/** A room time. */
export const noon = 1_800_000_000_000;

/** 1000 frames, 25 per second. */
export const sampleTiming: Timing = { rate: { num: 25, den: 1 }, last: 999 };

export function sampleState(state: Partial<RoomState> = {}): RoomState {
  return {
    version: 2,
    playing: false,
    frame: 100,
    startsAt: noon - 60_000,
    speed: 1,
    loop: null,
    comparison: null,
    view: wholePicture,
    guides: noGuides,
    waiting: null,
    ...state,
  };
}

export function sampleWatcher(id: string, watcher: Partial<Watcher> = {}): Watcher {
  return {
    id,
    isGuest: false,
    follows: true,
    buffers: false,
    asks: false,
    roundTrip: 50,
    seenAt: noon,
    sparedAt: null,
    lastCommand: 0,
    lastReport: 0,
    ...watcher,
  };
}

/** Meera, Anika and the guest Ben. */
export function sampleRoom(room: Partial<OpenRoom> = {}): OpenRoom {
  const watchers = [sampleWatcher("meera"), sampleWatcher("anika"), sampleWatcher("ben", { isGuest: true })];
  return { state: sampleState(), presenter: null, callUrl: null, watchers, ...room };
}
