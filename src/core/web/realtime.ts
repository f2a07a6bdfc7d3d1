import { useEffect, useRef } from "react";
import type { io as connectTo, Socket } from "socket.io-client";
import type { z } from "zod";

import type { RealtimeMessage } from "../event.ts";
import { dropFirstResponses } from "./first-responses.ts";
import { onWake } from "./wake-detection.ts";

type Listener = (payload: unknown) => void;

const listeners = new Map<string, Set<Listener>>();
const connectListeners = new Set<() => void>();
const refusalListeners = new Set<() => void>();
/** The socket is null while the client library loads. */
interface Connection {
  socket: Socket | null;
}
let connection: Connection | null = null;
let stopWakeDetection: (() => void) | null = null;

/** Milliseconds; enough for a login in another tab to store its token. */
const reconnectDelay = 1500;
const refusedDelay = 60_000;

/** Opens the realtime connection of this tab; `token` is called for every connection attempt. */
export function openRealtime(token: () => string | null): void {
  if (connection) return;
  connection = { socket: null };
  void connect(connection, token);
}

/** Loads the client library after the page, which shows its data without it, and connects. */
async function connect(opened: Connection, token: () => string | null): Promise<void> {
  try {
    const { io } = await import("socket.io-client");
    if (connection === opened) opened.socket = connectSocket(io, token);
  } catch {
    setTimeout(() => {
      if (connection === opened) void connect(opened, token);
    }, reconnectDelay);
  }
}

function connectSocket(io: typeof connectTo, token: () => string | null): Socket {
  const socket = io({
    path: "/socket.io",
    withCredentials: true,
    transports: ["websocket"],
    auth: (give) => give({ token: token() }),
  });
  socket.on("connect", () => {
    dropFirstResponses();
    for (const notify of connectListeners) notify();
  });
  socket.on("connect_error", () => {
    // The client retries lost connections, but not those that the server rejected: because the session ended, which closes
    // this connection, or because too many windows are open.
    if (socket.active) return;
    for (const notify of refusalListeners) notify();
    setTimeout(() => connection?.socket?.connect(), refusedDelay);
  });
  socket.on("disconnect", (reason) => {
    // The client does not reconnect after the server closed the connection: at a restart, or when another session of
    // this browser replaced this one.
    if (reason === "io server disconnect") setTimeout(() => connection?.socket?.connect(), reconnectDelay);
  });
  // After sleep, both sides need up to 45 seconds to notice a dead connection.
  stopWakeDetection = onWake(() => socket.disconnect().connect());
  socket.onAny(deliver);
  return socket;
}

function deliver(name: string, payload: unknown): void {
  for (const listener of listeners.get(name) ?? []) listener(payload);
}

/**
 * Delivers a message to the listeners of this tab, as if the server had sent it. Called after a change, so that every
 * module refetches its own queries even while the realtime connection is down.
 */
export function notifyThisClient<P extends z.ZodType>(
  message: RealtimeMessage<P>,
  payload: z.input<P>,
): void {
  deliver(message.name, payload);
}

export function closeRealtime(): void {
  stopWakeDetection?.();
  connection?.socket?.disconnect();
  connection = null;
}

/** Subscribes to a realtime message; returns the function that unsubscribes. */
export function listenRealtime<P extends z.ZodType>(
  message: RealtimeMessage<P>,
  handle: (payload: z.output<P>) => void,
): () => void {
  const listener: Listener = (payload) => handle(message.payload.parse(payload));
  const subscribed = listeners.get(message.name) ?? new Set();
  listeners.set(message.name, subscribed.add(listener));
  return () => subscribed.delete(listener);
}

/** Runs after every connection and reconnection, when messages may have been missed. */
export function onRealtimeConnect(notify: () => void): () => void {
  connectListeners.add(notify);
  return () => connectListeners.delete(notify);
}

/** Runs when the server rejects the connection because the session has ended. */
export function onRealtimeRefused(notify: () => void): () => void {
  refusalListeners.add(notify);
  return () => refusalListeners.delete(notify);
}

/** Subscribes to a realtime message while the component is mounted. */
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
