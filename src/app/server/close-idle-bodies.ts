import type { FastifyInstance } from "fastify";

import { idleCheck, idleTimeout } from "#core/server/idle-timeout.ts";

/**
 * Closes the connection of a request whose body stops arriving, of any content type. Otherwise anyone could occupy
 * all connections with bodies that never end. `timeout` is in milliseconds.
 */
export function closeIdleBodies(app: FastifyInstance, timeout = idleTimeout): void {
  app.addHook("preParsing", async ({ raw }) => {
    if (raw.complete) return;
    const isIdle = idleCheck(raw, timeout);
    const timer = setInterval(() => isIdle() && raw.socket.destroy(), timeout / 10).unref();
    for (const end of ["end", "close"] as const) raw.once(end, () => clearInterval(timer));
  });
}
