import type { IncomingMessage } from "node:http";

import { second } from "../time.ts";

/** A client that sends nothing for this long counts as disconnected. */
const idleTimeout = 30 * second;
const checkInterval = 3 * second;

/** Returns a function that tells whether the client has stopped sending while the server was ready for more. */
export function idleCheck(request: IncomingMessage): () => boolean {
  const { socket } = request;
  let last = { bytes: socket.bytesRead, at: Date.now() };
  return () => {
    const bytes = socket.bytesRead;
    if (bytes !== last.bytes || request.isPaused() || request.complete) last = { bytes, at: Date.now() };
    return Date.now() - last.at > idleTimeout;
  };
}

/** Reads a request's body with `work`; closes the connection when the client stops sending. */
export async function withIdleTimeout<T>(request: IncomingMessage, work: () => Promise<T>): Promise<T> {
  const isIdle = idleCheck(request);
  const timer = setInterval(() => isIdle() && request.socket.destroy(), checkInterval);
  return work().finally(() => clearInterval(timer));
}
