import { createStore } from "zustand";

import type { ReviewSession } from "#modules/feedback/web/public/review-session.tsx";
import type { ControlledPlayer } from "#modules/media/web/public/use-player-controls.ts";
import type { Signal } from "#modules/rooms/contract/signals.ts";

import { createListeners } from "./listeners.ts";
import type { RoomAccess } from "./room-calls.ts";
import {
  type Navigate,
  outside,
  type RoomEngine,
  type RoomSession,
  type RoomSessionState,
  type ScreenPosition,
} from "./session-state.ts";

/** A session whose larger part is loaded when the user starts or joins a room. */
export function createRoomSession(access: RoomAccess, review: ReviewSession): RoomSession {
  const store = createStore<RoomSessionState>(() => outside);
  const signals = createListeners<[participant: string, signal: Signal]>();
  const refusals = createListeners<[]>();
  let engine: RoomEngine | null = null;
  let player: ControlledPlayer | null = null;
  let attachedAt = 0;
  let position: ScreenPosition | null = null;
  let navigate: Navigate | null = null;
  /** Counts departures: a page that has been left doesn't join when its code has arrived. */
  let departures = 0;
  /** Loads and starts it, with what the screen has reported before. */
  const load = async (): Promise<RoomEngine> => {
    if (engine) return engine;
    store.setState({ status: { kind: "joining" } });
    try {
      const { createRoomEngine } = await import("./room-engine.ts");
      if (engine) return engine;
      engine = createRoomEngine(access, review, { store, signals, refusals });
    } catch (error) {
      store.setState(outside);
      throw error;
    }
    if (navigate) engine.setNavigate(navigate);
    engine.attachPlayer(player, attachedAt);
    if (position) engine.display(position);
    return engine;
  };
  const enter = async (how: (loaded: RoomEngine) => Promise<void>) => {
    const before = departures;
    const loaded = await load();
    if (before === departures) await how(loaded);
  };
  return {
    ...store,
    start: (from) => enter((loaded) => loaded.start(from)),
    join: (roomId) => enter((loaded) => loaded.join(roomId)),
    leave: () => {
      departures += 1;
      if (engine) engine.leave();
      else store.setState(outside);
    },
    end: async () => engine?.end(),
    setFollows: (follows) => engine?.setFollows(follows),
    send: async (command) => engine?.send(command),
    signal: (signal) => engine?.signal(signal),
    onSignal: signals.add,
    onRefused: refusals.add,
    now: () => engine?.now() ?? Date.now(),
    position: () => engine?.position() ?? null,
    allowPlayback: () => engine?.allowPlayback(),
    attachPlayer: (next, pageTime) => {
      player = next;
      attachedAt = pageTime;
      engine?.attachPlayer(next, pageTime);
    },
    display: (next) => {
      position = next;
      engine?.display(next);
    },
    setNavigate: (next) => {
      navigate = next;
      engine?.setNavigate(next);
    },
  };
}
