import { randomUUID } from "node:crypto";

import cookie from "@fastify/cookie";
import multipart from "@fastify/multipart";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";

import { apiBase } from "#core/server/bind-endpoints.ts";
import { formSchema, describePermission } from "#core/server/openapi.ts";

import { always, secureForBrowsers } from "./browser-security.ts";
import { replyNotFound, replyToError } from "./replies.ts";
import { endUnreadBodies } from "./unread-body.ts";

/** One read from a socket, in bytes: large pieces cost a quarter of the processor time of Node's default. */
const socketRead = 1024 * 1024;

/** The HTTP server without any route of a room: parsing, errors, safety headers and the OpenAPI page. */
export async function createHttp(settings: {
  appUrl: string;
  /** How many proxies between browsers and this server tell the truth about where a request came from. */
  trustedProxies: number;
  log: FastifyBaseLogger;
}): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: settings.log,
    genReqId: () => randomUUID(),
    // Fastify itself believes nobody by a mere number, in case strangers reach this port past the proxy.
    trustProxy: (_address, hop) => hop < settings.trustedProxies,
    bodyLimit: 1024 * 1024,
    // A passkey's id has up to 1364 characters.
    routerOptions: { maxParamLength: 1400 },
    // A piece of an upload may take as long as the sender's line needs.
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    http: { highWaterMark: socketRead, headersTimeout: 60_000 },
    return503OnClosing: true,
    forceCloseConnections: "idle",
    // An address that can't be read reaches no hook.
    frameworkErrors: (error, request, reply) => {
      reply.headers(always);
      replyToError(error, request, reply);
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(replyToError);
  app.decorateRequest("actor", null);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  secureForBrowsers(app, settings.appUrl);
  endUnreadBodies(app);
  await app.register(cookie);
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 100, fields: 60, fieldSize: 256 * 1024, fileSize: Number.MAX_SAFE_INTEGER },
  });
  await registerDocuments(app, settings.appUrl);
  app.all(`${apiBase}/*`, { schema: { hide: true } }, async (request, reply) => {
    replyNotFound(request, reply);
    return reply;
  });
  return app;
}

async function registerDocuments(app: FastifyInstance, appUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Reelay",
        version: "1",
        description: "Replies are `{ data, message }`; errors `{ message, code }`.",
      },
      servers: [{ url: appUrl }],
    },
    transform: (input) => {
      const transformed = jsonSchemaTransform(input);
      const endpoint = input.route.config?.endpoint;
      if (!endpoint) return transformed;
      const body = formSchema(endpoint);
      return {
        url: transformed.url,
        schema: {
          ...transformed.schema,
          description: describePermission(endpoint),
          ...(body && { consumes: ["multipart/form-data"], body }),
        },
      };
    },
  });
  await app.register(swaggerUi, { routePrefix: `${apiBase}/docs`, staticCSP: true });
  app.get(`${apiBase}/openapi.json`, { schema: { hide: true } }, async () => app.swagger());
}
