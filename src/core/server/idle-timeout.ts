import type { IncomingMessage } from "node:http";

import { second } from "../time.ts";

/** Milliseconds after which a client that sends nothing counts as disconnected. */
export const idleTimeout = 30 * second;

/** Returns a function that returns whether the client has stopped sending while the server was ready for more. */
export function idleCheck(request: IncomingMessage, timeout = idleTimeout): () => boolean {
  const { socket } = request;
  let last = { bytes: socket.bytesRead, at: Date.now() };
  return () => {
    const bytes = socket.bytesRead;
    if (bytes !== last.bytes || request.isPaused() || request.complete) last = { bytes, at: Date.now() };
    return Date.now() - last.at > timeout;
  };
}
