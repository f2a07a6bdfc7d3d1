import type { ServerResponse } from "node:http";

import type { FastifyInstance } from "fastify";

/** Milliseconds; as long as nginx waits by default. Players that are paused request the rest again when they continue. */
const unreadTimeout = 60_000;

/** Bytes that the client's connection has taken, and since when it has taken no more, in milliseconds. */
interface Taken {
  bytes: number;
  since: number;
}

/**
 * Closes the connection of a response that its client doesn't read. Otherwise anyone could occupy connections, files and memory
 * with responses that never end. `timeout` is in milliseconds.
 */
export function closeUnreadResponses(app: FastifyInstance, timeout = unreadTimeout): void {
  const unfinished = new Map<ServerResponse, Taken>();
  app.addHook("onSend", async (_request, { raw }) => {
    unfinished.set(raw, { bytes: 0, since: performance.now() });
    raw.once("close", () => unfinished.delete(raw));
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [response, taken] of unfinished) {
      const bytes = bytesTaken(response);
      // Without bytes that wait, it is the server that is slow.
      if (bytes !== taken.bytes || !response.writableNeedDrain)
        unfinished.set(response, { bytes, since: now });
      else if (now - taken.since >= timeout) response.destroy();
    }
  }, timeout / 10).unref();
  app.addHook("onClose", async () => clearInterval(timer));
}

function bytesTaken({ socket }: ServerResponse): number {
  return socket ? socket.bytesWritten - socket.writableLength : 0;
}
