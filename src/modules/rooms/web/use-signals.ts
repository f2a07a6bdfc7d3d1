import { useEffectEvent, useLayoutEffect } from "react";

import type { Signal } from "#modules/rooms/contract/signals.ts";

import { useRoomSession } from "./public/room-session.tsx";

/** Receives the signals of the other participants, from the first one after the component is displayed. */
export function useSignals(handle: (participant: string, signal: Signal) => void): void {
  const { onSignal } = useRoomSession();
  const receive = useEffectEvent(handle);
  useLayoutEffect(() => onSignal((participant, signal) => receive(participant, signal)), [onSignal]);
}
