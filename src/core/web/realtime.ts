import { useEffect, useRef } from "react";
import { io, type Socket } from "socket.io-client";
import type { z } from "zod";

import type { RealtimeMessage } from "../event.ts";
import { onWake } from "./wake-detection.ts";

type Listener = (payload: unknown) => void;

const listeners = new Map<string, Set<Listener>>();
const connected = new Set<() => void>();
const refused = new Set<() => void>();
let socket: Socket | null = null;
let stopWatching: (() => void) | null = null;

/** Milliseconds; time for a login under way in another tab to store its token. */
const comeBackAfter = 1500;

/** Opens the one realtime connection of this browser; `token` is asked anew for every attempt. */
export function openRealtime(token: () => string | null): void {
  if (socket) return;
  socket = io({
    path: "/socket.io",
    withCredentials: true,
    transports: ["websocket"],
    auth: (give) => give({ token: token() }),
  });
  socket.on("connect", () => {
    for (const notify of connected) notify();
  });
  socket.on("connect_error", () => {
    // A lost connection is tried again by itself; one that the server has refused is not.
    if (!socket?.active) for (const notify of refused) notify();
  });
  socket.on("disconnect", (reason) => {
    // By itself the client comes back only from lost connections, not when the server ends one: a restart, or a
    // session that has been replaced by another of this browser.
    if (reason === "io server disconnect") setTimeout(() => socket?.connect(), comeBackAfter);
  });
  // Both sides take three quarters of a minute to notice that a connection has died in a sleep.
  stopWatching = onWake(() => socket?.disconnect().connect());
  socket.onAny((name: string, payload: unknown) => {
    for (const listener of listeners.get(name) ?? []) listener(payload);
  });
}

export function closeRealtime(): void {
  stopWatching?.();
  socket?.disconnect();
  socket = null;
}

/** Listens to one live message; returns the way to stop. */
export function listenRealtime<P extends z.ZodType>(
  message: RealtimeMessage<P>,
  handle: (payload: z.output<P>) => void,
): () => void {
  const listener: Listener = (payload) => handle(message.payload.parse(payload));
  const those = listeners.get(message.name) ?? new Set();
  listeners.set(message.name, those.add(listener));
  return () => those.delete(listener);
}

/** Runs after every (re)connection, when something may have been missed. */
export function onRealtimeConnect(notify: () => void): () => void {
  connected.add(notify);
  return () => connected.delete(notify);
}

/** Runs when the server lets this browser in no more: its session has ended. */
export function onRealtimeRefused(notify: () => void): () => void {
  refused.add(notify);
  return () => refused.delete(notify);
}

/** Listens to one live message while the component is on screen. */
export function useRealtime<P extends z.ZodType>(
  message: RealtimeMessage<P>,
  handle: (payload: z.output<P>) => void,
): void {
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(() => listenRealtime(message, (payload) => latest.current(payload)), [message]);
}
