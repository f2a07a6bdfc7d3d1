import type { StoreApi } from "zustand";

import type { ControlledPlayer } from "#modules/media/web/public/use-player-controls.ts";
import type { RoomState } from "#modules/rooms/contract/room-state.ts";
import type { EndReason, Room, RoomCommand } from "#modules/rooms/contract/rooms.ts";
import type { Signal } from "#modules/rooms/contract/signals.ts";

import type { UnpostedDrawings } from "./drawings.ts";
import type { Listeners } from "./listeners.ts";

/** Whether this tab takes part in a room. `message` is the server's, if it has sent one. */
export type RoomStatus =
  | { kind: "left" | "joining" | "in" }
  | { kind: "ended"; reason: EndReason | "no_access" | "other_version"; message: string | null };

export interface RoomSessionState {
  status: RoomStatus;
  /** The room that this tab is in, as the server sent it; null outside. */
  room: Room | null;
  /** Its state with the participant's changes that the server hasn't confirmed. */
  shared: RoomState | null;
  /** Id of this tab's participant; empty outside. */
  me: string;
  follows: boolean;
  /** Whether the participant's changes change the room. */
  mayChange: boolean;
  /** From pressing Play until the video starts on all screens. */
  isStarting: boolean;
  /** Whether this tab's player waits for data. */
  buffers: boolean;
  /** The browser plays without sound, or not at all, until `allowPlayback` is called in a click. */
  refusal: "muted" | "stopped" | null;
  /** Whether the server can't be reached at the moment. */
  isReconnecting: boolean;
  drawings: UnpostedDrawings;
}

/** The state outside of a room. */
export const outside: RoomSessionState = {
  status: { kind: "left" },
  room: null,
  shared: null,
  me: "",
  follows: false,
  mayChange: false,
  isStarting: false,
  buffers: false,
  refusal: null,
  isReconnecting: false,
  drawings: new Map(),
};

/** The version that a screen displays, the one it is compared with, and the frame that the URL names. */
export interface ScreenPosition {
  version: number | undefined;
  compare: number | null;
  frame: number | undefined;
}

/** Opens another version or comparison. */
export type Navigate = (to: { version: number; compare: number | null }) => void;

/** The part of a session that is loaded when the user first watches together. */
export interface RoomEngine {
  /** Starts a room, or takes the task's open one, and joins it. Only members. To be called in a click, which allows sound. */
  start: (from: { version: number; frame: number }) => Promise<void>;
  /** Joins a room. To be called in a click. */
  join: (roomId: string) => Promise<void>;
  leave: () => void;
  /** Ends the room for all participants. */
  end: () => Promise<void>;
  setFollows: (follows: boolean) => void;
  send: (command: RoomCommand) => Promise<void>;
  /** Sends a signal. At most 8 in a second; others are lost. */
  signal: (signal: Signal) => void;
  /** Room time in milliseconds. */
  now: () => number;
  /** The frame at which the room is, with the share of its duration that has passed; null while it is unknown. */
  position: () => number | null;
  allowPlayback: () => void;
  /** The player of the displayed version, and when it has appeared, as a time of `performance.now()`. */
  attachPlayer: (player: ControlledPlayer | null, pageTime: number) => void;
  /** The version and comparison that the screen displays. */
  display: (position: ScreenPosition) => void;
  /** Opens another version or comparison. */
  setNavigate: (navigate: Navigate) => void;
}

/** Watching together in this tab. Functions stay the same; promises are rejected with the errors of `call`. */
export interface RoomSession extends StoreApi<RoomSessionState>, RoomEngine {
  /** Signals of other participants. Returns the function that unsubscribes. */
  onSignal: (listen: (participant: string, signal: Signal) => void) => () => void;
  /** Called when the user has changed something that only the presenter may; the player has returned. */
  onRefused: (listen: () => void) => () => void;
}

export interface EngineOptions {
  store: StoreApi<RoomSessionState>;
  signals: Listeners<[participant: string, signal: Signal]>;
  refusals: Listeners<[]>;
}
