import { useEffect, useEffectEvent } from "react";
import type { io as connectTo, Socket } from "socket.io-client";
import type { z } from "zod";

import type { RealtimeMessage } from "../event.ts";
import { dropFirstResponses } from "./first-responses.ts";
import { deliverOnce, listenRealtime, reportMissed } from "./realtime-listeners.ts";
import { onWake } from "./wake-detection.ts";

const refusalListeners = new Set<() => void>();
interface Connection {
  path: string;
  /** Authenticates an attempt to connect, besides cookies. */
  auth: () => object;
  /** Null while the client library loads. */
  socket: Socket | null;
  stopWakeDetection: (() => void) | null;
}
/** The connections of this tab, by their path. */
const connections = new Map<string, Connection>();

/** Path of the connection of a signed-in user. */
const userPath = "/socket.io";
/** Milliseconds; enough for a login in another tab to store its token. */
const reconnectDelay = 1500;
const refusedDelay = 60_000;

/** Opens the realtime connection of this tab's user, or at another path that of a guest. `auth` is called for every attempt. */
export function openRealtime(auth: Connection["auth"], path = userPath): void {
  if (connections.has(path)) return;
  const opened: Connection = { path, auth, socket: null, stopWakeDetection: null };
  connections.set(path, opened);
  void connect(opened);
}

/** Whether messages arrive over the connection of a path. */
export function isRealtimeConnected(path: string): boolean {
  return connections.get(path)?.socket?.connected ?? false;
}

/** Loads the client library after the page, which shows its data without it, and connects. */
async function connect(opened: Connection): Promise<void> {
  try {
    const { io } = await import("socket.io-client");
    if (isOpen(opened)) connectSocket(io, opened);
  } catch {
    setTimeout(() => {
      if (isOpen(opened)) void connect(opened);
    }, reconnectDelay);
  }
}

function isOpen(opened: Connection): boolean {
  return connections.get(opened.path) === opened;
}

function connectSocket(io: typeof connectTo, opened: Connection): void {
  const socket = io({
    path: opened.path,
    withCredentials: true,
    transports: ["websocket"],
    auth: (give) => give(opened.auth()),
  });
  opened.socket = socket;
  const reconnectAfter = (delay: number) => {
    setTimeout(() => isOpen(opened) && socket.connect(), delay);
  };
  // What was requested before is older than the first message that arrives.
  socket.on("connect", reportMissed);
  socket.on("connect_error", () => {
    // The client retries lost connections, but not those that the server rejected: because the session ended, which closes
    // this connection, or because too many windows are open.
    if (socket.active) return;
    for (const notify of refusalListeners) notify();
    reconnectAfter(refusedDelay);
  });
  socket.on("disconnect", (reason) => {
    // The client does not reconnect after the server closed the connection: at a restart, or when another session of
    // this browser replaced this one. Not all pages at once, because each loads its data again.
    if (reason === "io server disconnect") reconnectAfter(reconnectDelay * (1 + Math.random()));
  });
  // After sleep, both sides need up to 45 seconds to notice a dead connection.
  opened.stopWakeDetection = onWake(() => socket.disconnect().connect());
  socket.onAny((name: string, payload: unknown, id?: string) => {
    deliverOnce({ name, payload, ...(id && { id }) });
  });
}

/** Delivers a message of a change that was not made by a call of the API, as if the server had sent it. */
export function notifyThisClient<P extends z.ZodType>(
  { name }: RealtimeMessage<P>,
  payload: z.input<P>,
): void {
  deliverOnce({ name, payload });
}

export function closeRealtime(path = userPath): void {
  const opened = connections.get(path);
  if (!opened) return;
  opened.stopWakeDetection?.();
  opened.socket?.disconnect();
  connections.delete(path);
  // The next user of this tab has others.
  dropFirstResponses();
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
  const onMessage = useEffectEvent(handle);
  useEffect(() => listenRealtime(message, (payload) => onMessage(payload)), [message]);
}
