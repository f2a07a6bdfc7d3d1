import Fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";

import { sendError, sendNotFound } from "./error-replies.ts";
import { type CheckHealth, registerHealth } from "./health.ts";

/** Creates the HTTP server of a worker: the health endpoint and nothing else. */
export function createHealthServer(check: CheckHealth, log: FastifyBaseLogger): FastifyInstance {
  const app: FastifyInstance = Fastify({ loggerInstance: log, forceCloseConnections: true });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler(sendNotFound);
  registerHealth(app, check);
  return app;
}
