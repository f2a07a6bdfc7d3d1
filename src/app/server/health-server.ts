import Fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";

import type { Metrics } from "#adapters/metrics/metrics.ts";

import { sendError, sendNotFound } from "./error-replies.ts";
import { type CheckHealth, registerHealth } from "./health.ts";

/** Creates the HTTP server of the health port: the health endpoint and `/metrics`. */
export function createHealthServer(
  check: CheckHealth,
  metrics: Pick<Metrics, "text"> | null,
  log: FastifyBaseLogger,
): FastifyInstance {
  const app: FastifyInstance = Fastify({ loggerInstance: log, forceCloseConnections: true });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler(sendNotFound);
  registerHealth(app, check);
  if (metrics) {
    app.get("/metrics", { logLevel: "error" }, async (_request, reply) => {
      const { type, content } = await metrics.text();
      return reply.header("content-type", type).header("cache-control", "no-store").send(content);
    });
  }
  return app;
}
