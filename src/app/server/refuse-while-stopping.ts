import type { FastifyInstance } from "fastify";

import { commonError } from "#core/error.ts";

/** Seconds after which another process, or this one after its restart, can respond. */
const retrySeconds = 2;

/** Replies 503 with `Retry-After` to requests that arrive while the server stops; running ones are finished. */
export function refuseWhileStopping(app: FastifyInstance): void {
  let stopping = false;
  app.addHook("preClose", async () => {
    stopping = true;
  });
  app.addHook("onRequest", async (_request, reply) => {
    if (!stopping) return;
    reply.header("connection", "close");
    throw commonError("unavailable", { retryAfterSeconds: retrySeconds });
  });
}
