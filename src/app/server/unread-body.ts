import type { FastifyInstance } from "fastify";

/** How long the rest of a refused body is still taken, in milliseconds. */
const lingering = 3000;

/**
 * A browser reads the answer only once its body is sent or its connection is gone. Where a reply leaves some of the body
 * unread (a refused file of gigabytes), the rest is thrown away for a moment, then the connection ends: without the
 * moment, some systems would throw the answer away as well (compare nginx, `lingering_close`).
 */
export function endUnreadBodies(app: FastifyInstance, patience = lingering): void {
  app.addHook("onResponse", async ({ raw }) => {
    if (raw.complete || raw.destroyed) return;
    raw.unpipe();
    raw.resume();
    const timer = setTimeout(() => raw.destroy(), patience).unref();
    raw.once("close", () => clearTimeout(timer));
  });
}
