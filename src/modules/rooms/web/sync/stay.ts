import { AppError } from "#core/error.ts";
import { listenRealtime, onMissed } from "#core/web/realtime-listeners.ts";
import { randomId } from "#core/web/secure-context.ts";
import { onWake } from "#core/web/wake-detection.ts";
import type { Room, RoomCommand } from "#modules/rooms/contract/rooms.ts";
import type { Signal } from "#modules/rooms/contract/signals.ts";
import { guestRoomsChanged, roomChanged, roomSignal } from "#modules/rooms/realtime-messages.ts";

import { syncClock } from "./clock-sync.ts";
import { createClock } from "./clock.ts";
import { createCommandSender } from "./commands.ts";
import { createPresence } from "./presence.ts";
import { createRoomCalls, type RoomAccess } from "./room-calls.ts";
import { createSignalBudget } from "./signal-budget.ts";

interface StayOptions {
  access: RoomAccess;
  roomId: string;
  /** State of the participant that is reported. */
  facts: () => { follows: boolean; buffers: boolean };
  /** The room, as it arrives; not always newer. */
  onRoom: (room: Room) => void;
  onSignal: (participant: string, signal: Signal) => void;
  /** The clock is known, or known better. */
  onClock: () => void;
  onReconnecting: (isReconnecting: boolean) => void;
  /** The server refuses the participant. */
  onRefused: (error: unknown) => void;
}

/** A participant's connection to a room, from joining to leaving. Page times are those of `performance.now()`. */
export interface Stay {
  roomId: string;
  participant: string;
  /** Room time at a page time; null while it is unknown. */
  timeAt: (pageTime: number) => number | null;
  pageTimeAt: (roomTime: number) => number;
  /** Sends a command and throws like `call`; repeats it while the server can't be reached. */
  command: (command: RoomCommand) => Promise<Room>;
  signal: (signal: Signal) => void;
  /** Reports the participant's facts now. */
  report: () => void;
  /** Reports them at the latest in some milliseconds. */
  reportIn: (milliseconds: number) => void;
  /** Ends the connection, and tells the server unless it has ended it. */
  end: (tellsServer: boolean) => void;
}

/** Joins a room. `onRoom` or `onRefused` is called with the result. */
export function createStay(options: StayOptions): Stay {
  const { access, roomId, facts, onRoom, onRefused } = options;
  const participant = randomId();
  const calls = createRoomCalls(access, roomId);
  const clock = createClock();
  const sendCommand = createCommandSender((number, command) =>
    calls.command({ participant, number, command }),
  );
  const budget = createSignalBudget();
  const presence = createPresence({
    send: (number, signal) =>
      calls.report({ participant, number, ...facts(), roundTrip: clock.roundTrip() ?? 0 }, signal),
    onRoom,
    onReconnecting: options.onReconnecting,
    onRefused,
  });
  let reportedRoundTrip: number | null = null;
  const onExchange = () => {
    options.onClock();
    // The server schedules by it.
    if (reportedRoundTrip === null) presence.reportIn(firstClockTime);
    reportedRoundTrip = clock.roundTrip();
  };
  const clockSync = syncClock(clock, calls.time, onExchange);
  const stops = [
    clockSync.stop,
    presence.stop,
    listenRealtime(roomChanged, ({ room }) => onRoom(room)),
    listenRealtime(roomSignal, ({ roomId: id, participant: from, signal }) => {
      if (id === roomId && from !== participant) options.onSignal(from, signal);
    }),
    // It may show a version that the guest's link doesn't include.
    listenRealtime(guestRoomsChanged, () => void presence.report()),
    onMissed(() => {
      void presence.report();
      clockSync.restart();
    }),
    onWake(() => {
      clock.reset();
      clockSync.restart();
      void presence.report();
    }),
  ];
  void presence.report();
  return {
    roomId,
    participant,
    timeAt: clock.timeAt,
    pageTimeAt: (roomTime) => {
      const now = performance.now();
      return now + roomTime - (clock.timeAt(now) ?? roomTime);
    },
    command: (command) =>
      sendCommand(command).catch(async (error: unknown) => {
        if (!(error instanceof AppError) || error.code !== "not_in_room") throw error;
        // After 30 seconds of sleep, for example.
        await presence.report();
        return sendCommand(command);
      }),
    signal: (signal) => {
      if (budget.take()) calls.signal({ participant, signal }).catch(() => undefined);
    },
    report: () => void presence.report(),
    reportIn: presence.reportIn,
    end: (tellsServer) => {
      for (const stop of stops) stop();
      if (tellsServer) calls.leave(participant);
    },
  };
}

/** Milliseconds after the first exchange in which the first others are made. */
const firstClockTime = 600;
