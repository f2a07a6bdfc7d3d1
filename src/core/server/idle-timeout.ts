import type { IncomingMessage } from "node:http";

import { second } from "../time.ts";

/** A sender from whom nothing has come for this long is gone, whatever its connection says. */
const silence = 30 * second;
const lookEvery = 3 * second;

/** Tells, as often as it is asked, whether a request's sender has fallen silent while we were ready for more. */
export function idleCheck(request: IncomingMessage): () => boolean {
  const { socket } = request;
  let heard = { bytes: socket.bytesRead, at: Date.now() };
  return () => {
    const bytes = socket.bytesRead;
    if (bytes !== heard.bytes || request.isPaused() || request.complete) heard = { bytes, at: Date.now() };
    return Date.now() - heard.at > silence;
  };
}

/** Runs `work` on a request's body, and cuts the connection when its sender falls silent meanwhile. */
export async function withIdleTimeout<T>(request: IncomingMessage, work: () => Promise<T>): Promise<T> {
  const isSilent = idleCheck(request);
  const timer = setInterval(() => isSilent() && request.socket.destroy(), lookEvery);
  return work().finally(() => clearInterval(timer));
}
