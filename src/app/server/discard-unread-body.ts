import type { IncomingMessage } from "node:http";

import type { FastifyInstance } from "fastify";

/** How long the rest of a refused body is still taken, in milliseconds. */
const discardTimeout = 3000;

/**
 * A browser reads the answer only once its body is sent or its connection is gone. Where a reply leaves some of the body
 * unread (a refused file of gigabytes), the rest is thrown away for a moment, then the connection ends: without the
 * moment, some systems would throw the answer away as well (compare nginx, `lingering_close`), and a proxy that is still
 * writing the body answers with a 502 of its own.
 */
export function discardUnreadBodies(app: FastifyInstance, timeoutMilliseconds = discardTimeout): void {
  app.addHook("onSend", async ({ raw }, reply) => {
    if (raw.complete) return;
    // Node would end the connection with the answer; proxies ask for that with every request (`Connection: close`).
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
