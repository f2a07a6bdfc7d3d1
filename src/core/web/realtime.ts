import { useEffect, useEffectEvent } from "react";
import type { io as connectTo, Socket } from "socket.io-client";
import type { z } from "zod";

import type { RealtimeMessage } from "../event.ts";
import { dropFirstResponses } from "./first-responses.ts";
import { deliverOnce, listenRealtime, reportMissed } from "./realtime-listeners.ts";
import { onWake } from "./wake-detection.ts";

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
  // What was requested before is older than the first message that arrives.
  socket.on("connect", reportMissed);
  socket.on("connect_error", () => {
    // The client retries lost connections, but not those that the server rejected: because the session ended, which closes
    // this connection, or because too many windows are open.
    if (socket.active) return;
    for (const notify of refusalListeners) notify();
    setTimeout(() => connection?.socket?.connect(), refusedDelay);
  });
  socket.on("disconnect", (reason) => {
    // The client does not reconnect after the server closed the connection: at a restart, or when another session of
    // this browser replaced this one. Not all pages at once, because each loads its data again.
    const delay = reconnectDelay * (1 + Math.random());
    if (reason === "io server disconnect") setTimeout(() => connection?.socket?.connect(), delay);
  });
  // After sleep, both sides need up to 45 seconds to notice a dead connection.
  stopWakeDetection = onWake(() => socket.disconnect().connect());
  socket.onAny((name: string, payload: unknown, id?: string) => {
    deliverOnce({ name, payload, ...(id && { id }) });
  });
  return socket;
}

/** Delivers a message of a change that was not made by a call of the API, as if the server had sent it. */
export function notifyThisClient<P extends z.ZodType>(
  { name }: RealtimeMessage<P>,
  payload: z.input<P>,
): void {
  deliverOnce({ name, payload });
}

export function closeRealtime(): void {
  if (!connection) return;
  stopWakeDetection?.();
  connection.socket?.disconnect();
  connection = null;
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
