import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

import cookie from "@fastify/cookie";
import multipart from "@fastify/multipart";
import swagger from "@fastify/swagger";
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { z } from "zod";

import { apiBase } from "#core/endpoint-address.ts";
import { withoutPort } from "#core/server/client-address.ts";
import { formSchema, describePermission } from "#core/server/openapi.ts";
import { validationMessage } from "#core/validation-messages.ts";

import { closeIdleBodies } from "./close-idle-bodies.ts";
import { closeUnreadResponses } from "./close-unread-responses.ts";
import { discardUnreadBodies } from "./discard-unread-body.ts";
import { sendNotFound, sendError } from "./error-replies.ts";
import { type ConstantDocument, createDocument } from "./page.ts";
import { refuseWhileStopping } from "./refuse-while-stopping.ts";
import { securityHeaders, addBrowserSecurity } from "./security-headers.ts";

/** Socket read size in bytes. Node's default needs four times the CPU time. */
const socketRead = 1024 * 1024;

/** Creates the HTTP server without module routes: parsing, errors, security headers and the OpenAPI page. */
export async function createHttp(settings: {
  appUrl: string;
  /** Number of trusted proxies between browsers and this server. */
  trustedProxies: number;
  log: FastifyBaseLogger;
}): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: settings.log,
    genReqId: () => randomUUID(),
    // A number would make Fastify trust no proxy.
    trustProxy: (_address, hop) => hop < settings.trustedProxies,
    bodyLimit: 1024 * 1024,
    // A passkey id has up to 1364 characters.
    routerOptions: { maxParamLength: 1400 },
    // Uploads over slow connections have no time limit.
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    http: { highWaterMark: socketRead, headersTimeout: 60_000 },
    // `refuseWhileStopping` replies as other errors do.
    return503OnClosing: false,
    forceCloseConnections: "idle",
    // Requests with a malformed URL reach no hook.
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders);
      sendError(error, request, reply);
    },
  });
  z.config({ customError: validationMessage });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(sendError);
  app.decorateRequest("actor", null);
  app.decorateRequest("guest", null);
  app.decorateRequest("share", null);
  app.decorateRequest("realtimeMessages", null);
  app.addHook("onRequest", async (request, reply) => {
    dropForwardedPorts(request.raw);
    reply.header("x-request-id", request.id);
  });
  addBrowserSecurity(app, settings.appUrl);
  refuseWhileStopping(app);
  discardUnreadBodies(app);
  closeIdleBodies(app);
  closeUnreadResponses(app);
  await app.register(cookie);
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 100, fields: 60, fieldSize: 256 * 1024, fileSize: Number.MAX_SAFE_INTEGER },
  });
  await registerOpenApi(app);
  app.all(`${apiBase}/*`, { schema: { hide: true } }, async (request, reply) => {
    sendNotFound(request, reply);
    return reply;
  });
  return app;
}

async function registerOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Reelay",
        version: "1",
        description: "Responses are `{ data, message }`, errors are `{ message, code }`.",
      },
      // Relative, so that the page also works at other addresses of the server.
      servers: [{ url: "/" }],
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
  let document: ConstantDocument | null = null;
  app.get(`${apiBase}/openapi.json`, { schema: { hide: true } }, async (request, reply) => {
    const headers = { "content-type": "application/json; charset=utf-8" };
    document ??= createDocument(JSON.stringify(app.swagger()), headers);
    return document.send(request, reply);
  });
}

/** Some gateways append the client's port in `X-Forwarded-For`; `request.ip` is to be the address alone. */
function dropForwardedPorts({ headers }: IncomingMessage): void {
  const forwarded = headers["x-forwarded-for"];
  if (typeof forwarded !== "string") return;
  headers["x-forwarded-for"] = forwarded.split(",").map(withoutPort).join(", ");
}
