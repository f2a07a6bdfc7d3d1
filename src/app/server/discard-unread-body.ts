import type { IncomingMessage } from "node:http";

import type { FastifyInstance } from "fastify";

/** Milliseconds for which the rest of a rejected body is still received. */
const discardTimeout = 3000;

/**
 * Browsers read a response only after sending the whole body or losing the connection. If a response leaves
 * some of the body unread (a rejected large file), the rest is discarded for a short time, then the
 * connection is closed. Without the delay some systems would discard the response too (compare nginx,
 * `lingering_close`), and a proxy that is still writing would reply 502.
 */
export function discardUnreadBodies(app: FastifyInstance, timeoutMilliseconds = discardTimeout): void {
  app.addHook("onSend", async ({ raw }, reply) => {
    if (raw.complete) return;
    // Prevents Node from closing the connection with the response. Proxies request that with `Connection: close`.
    reply.header("connection", "keep-alive");
  });
  app.addHook("onResponse", async ({ raw }) => {
    if (raw.complete || raw.destroyed) return;
    raw.unpipe();
    raw.resume();
    const timer = setTimeout(() => raw.destroy(), timeoutMilliseconds).unref();
    raw.once("close", () => clearTimeout(timer));
    if (asksToClose(raw)) raw.once("end", () => raw.socket.end());
  });
}

function asksToClose({ headers, httpVersion }: IncomingMessage): boolean {
  const preference = headers.connection?.toLowerCase();
  return httpVersion === "1.0" ? preference !== "keep-alive" : preference === "close";
}
