import type { FastifyInstance, FastifyReply } from "fastify";

/** Leaves the bodies of requests to the handlers of `app`, which read them as streams. */
export function streamBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
}

/** Closes the connection of a request without a response. */
export function dropConnection(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.socket?.destroy();
  return reply;
}
