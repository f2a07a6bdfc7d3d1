import { notifyThisClient } from "#core/web/realtime.ts";
import { noGuides } from "#modules/media/contract/guides.ts";
import { wholePicture } from "#modules/media/contract/picture-view.ts";
import { roomsError } from "#modules/rooms/contract/errors.ts";
import type { RoomChange, RoomState } from "#modules/rooms/contract/room-state.ts";
import { type Room, type RoomCommand, roomsEndpoints } from "#modules/rooms/contract/rooms.ts";
import { roomChanged } from "#modules/rooms/realtime-messages.ts";
import { withReport } from "#modules/rooms/rules/attendance.ts";
import { applyCommand } from "#modules/rooms/rules/commands.ts";
import { changeWatcher, type OpenRoom, type Watcher } from "#modules/rooms/rules/open-room.ts";

import type { FakeApi } from "./fake-api.ts";

/** Room time minus the page's, in milliseconds. */
const ahead = 1_000_000_000_000;
/** Frames of `thirty-seconds.webm`. */
export const clipTiming = { rate: { num: 25, den: 1 }, last: 749 };

/** The room time at a time of `performance.now()`. */
export function roomTime(pageTime: number): number {
  return pageTime + ahead;
}

/** A room of the task 12 with the participant "Anika", that decides by the rules of the server. */
export interface FakeRoom {
  id: string;
  anika: string;
  state: () => RoomState;
  participants: () => Room["participants"];
  /** Carries out a command of Anika. */
  command: (command: RoomCommand) => void;
  change: (change: RoomChange) => void;
  /** Commands that the page has sent. */
  received: RoomCommand[];
  /** Moves the room on by milliseconds during playback. */
  shift: (milliseconds: number) => void;
  /** Sends a room as it was earlier once more. */
  resendFirst: () => void;
  /** The page's time (`performance.now()`) at a room time. */
  pageTime: (roomTime: number) => number;
  /** Playback starts after 1.5 times the round trip of Anika and 200 ms. */
  setRoundTrip: (milliseconds: number) => void;
  /** Milliseconds that messages and responses take. */
  setDelay: (milliseconds: number) => void;
}

export function startFakeRoom(api: FakeApi, state: Partial<RoomState> = {}): FakeRoom {
  const id = crypto.randomUUID();
  const anika = crypto.randomUUID();
  const time = () => roomTime(performance.now());
  const received: RoomCommand[] = [];
  let delay = 20;
  let sequence = 1;
  let number = 0;
  let open: OpenRoom = {
    state: {
      version: 1,
      playing: false,
      frame: 100,
      speed: 1,
      loop: null,
      comparison: null,
      view: wholePicture,
      guides: noGuides,
      startsAt: time(),
      waiting: null,
      ...state,
    },
    presenter: null,
    callUrl: null,
    watchers: [watcher(anika, time())],
  };
  const view = (): Room => ({
    id,
    sequence,
    state: open.state,
    presenter: open.presenter,
    participants: open.watchers.map(({ id: participant, follows, buffers, asks, isGuest }) => ({
      id: participant,
      name: participant === anika ? "Anika" : "Meera",
      isGuest,
      follows,
      buffers,
      asks,
    })),
    callUrl: null,
    startedBy: null,
    endReason: null,
  });
  const first = view();
  const later = async <T>(value: T): Promise<T> => {
    await new Promise((resolve) => setTimeout(resolve, delay));
    return value;
  };
  const notify = async () => notifyThisClient(roomChanged, { room: await later(view()) });
  const carryOut = (by: string, numbered: number, command: RoomCommand) => {
    const result = applyCommand(open, {
      by,
      number: numbered,
      command,
      time: time(),
      timing: clipTiming,
      nextTiming: clipTiming,
    });
    if (typeof result === "string") throw roomsError(result);
    open = result;
    sequence += 1;
    void notify();
  };
  const command = (sent: RoomCommand) => {
    number += 1;
    carryOut(anika, number, sent);
  };
  api.on(roomsEndpoints.roomTime, async () => {
    await later(null);
    const now = time();
    return later({ time: now });
  });
  api.on(roomsEndpoints.reportPresence, async ({ body }) => {
    await later(null);
    open = withReport(open, body, { time: time(), timing: clipTiming, isGuest: false });
    sequence += 1;
    return later(view());
  });
  api.on(roomsEndpoints.sendCommand, async ({ body }) => {
    received.push(body.command);
    await later(null);
    carryOut(body.participant, body.number, body.command);
    return later(view());
  });
  api.on(roomsEndpoints.sendSignal, () => null);
  api.on(roomsEndpoints.leaveRoom, () => null);
  return {
    id,
    anika,
    state: () => open.state,
    participants: () => view().participants,
    command,
    change: (change) => command({ kind: "change", change }),
    received,
    shift: (milliseconds) => {
      open = { ...open, state: { ...open.state, startsAt: open.state.startsAt - milliseconds } };
      sequence += 1;
      void notify();
    },
    resendFirst: () => notifyThisClient(roomChanged, { room: first }),
    pageTime: (roomTime) => roomTime - ahead,
    setRoundTrip: (roundTrip) => {
      open = changeWatcher(open, anika, () => ({ roundTrip }));
    },
    setDelay: (milliseconds) => {
      delay = milliseconds;
    },
  };
}

function watcher(id: string, seenAt: number): Watcher {
  return {
    id,
    isGuest: false,
    follows: true,
    buffers: false,
    asks: false,
    roundTrip: 40,
    seenAt,
    sparedAt: null,
    lastCommand: 0,
    lastReport: 0,
  };
}
