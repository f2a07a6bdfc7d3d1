import { Readable } from "node:stream";

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";

import { apiBase } from "../endpoint-address.ts";
import type {
  HandlerResult,
  Endpoint,
  FileContent,
  ParsedRequest,
  SentRealtimeMessage,
} from "../endpoint.ts";
import { commonError } from "../error.ts";
import type { Page } from "../page.ts";
import type { GuestRight, Permission } from "../permission.ts";
import { contentDisposition } from "./content-disposition.ts";
import type { Actor, Context, Guest, Read, ReadContext, Run } from "./context.ts";
import { type Admission, readForm, type ReceiveFile } from "./form.ts";
import { jsonParts } from "./json-stream.ts";
import { envelope } from "./openapi.ts";
import { rejectInvalidValues } from "./request-values.ts";
import { collectMessages, ownMessages } from "./response-messages.ts";

/** Argument of a handler: the parsed input, the actor, and `run` (or `read` for actions that only read). */
export interface Call<E extends Endpoint> extends ParsedRequest<E> {
  actor: Actor | null;
  run: <T>(act: (ctx: Context) => Promise<T>) => Promise<T>;
  read: <T>(act: (ctx: ReadContext) => Promise<T>) => Promise<T>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A handler; for a form optionally with `admit`, which can reject the request before any file is received. */
export type Handler<E extends Endpoint> =
  | ((call: Call<E>) => Promise<HandlerResult<E>>)
  | {
      admit: (call: Call<E>) => Promise<Admission | undefined | void>;
      handle: (call: Call<E>) => Promise<HandlerResult<E>>;
    };

export type Handlers<Es extends Record<string, Endpoint>> = { [K in keyof Es]: Handler<Es[K]> };

export interface EndpointBinding {
  run: Run;
  read: Read;
  receiveFile: ReceiveFile;
}

/** A registered endpoint, for the permission test and the OpenAPI document. */
export interface BoundEndpoint {
  name: string;
  endpoint: Endpoint;
}

/**
 * Registers a module's endpoints with their handlers; a missing handler does not compile. `admitRequests` identifies their
 * senders.
 */
export function bindEndpoints<Es extends Record<string, Endpoint>>(
  app: FastifyInstance,
  module: string,
  endpoints: Es,
  handlers: Handlers<Es>,
  binding: EndpointBinding,
): BoundEndpoint[] {
  return Object.entries(endpoints).map(([name, endpoint]) => {
    const handler: unknown = handlers[name];
    register(app, module, endpoint, handler as Handler<Endpoint>, binding);
    return { name: `${module}.${name}`, endpoint };
  });
}

function register(
  app: FastifyInstance,
  module: string,
  endpoint: Endpoint,
  handler: Handler<Endpoint>,
  binding: EndpointBinding,
): void {
  const { admit, handle } = typeof handler === "function" ? { admit: undefined, handle: handler } : handler;
  app.route({
    method: endpoint.method,
    url: apiBase + endpoint.path,
    schema: {
      tags: [module],
      summary: endpoint.summary,
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      ...(endpoint.file && { produces: endpoint.file }),
      response: { 200: endpoint.file ? endpoint.response : envelope(endpoint) },
    },
    config: { endpoint },
    onRequest: async ({ actor, guest }) => {
      const { permission } = endpoint;
      if (permission !== "anyone" && "guest" in permission) checkGuest(permission.guest, guest);
      else checkPermission(permission, actor);
    },
    preValidation: async ({ params, query, body }) =>
      rejectInvalidValues([params, query, endpoint.body && body]),
    handler: async (request, reply) => {
      const { actor, method } = request;
      if (!actor || method === "GET") return respond(request, reply);
      return collectMessages({ userId: actor.id, messages: (request.realtimeMessages = []) }, () =>
        respond(request, reply),
      );
    },
  });

  async function respond(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { guest } = request;
    const call: Call<Endpoint> = {
      params: request.params as z.output<z.ZodObject>,
      query: request.query as z.output<z.ZodObject>,
      body: request.body as z.output<z.ZodObject>,
      fields: undefined,
      files: undefined,
      actor: request.actor,
      run: (act) => binding.run(request.actor, (ctx) => act(guest ? { ...ctx, guest } : ctx)),
      read: (act) => binding.read(request.actor, (ctx) => act(guest ? { ...ctx, guest } : ctx)),
      request,
      reply,
    };
    const form = endpoint.form
      ? await readForm(
          request,
          endpoint.form,
          binding.receiveFile,
          async (fields) => (await admit?.(withForm(call, { fields, files: {} }))) ?? undefined,
        )
      : undefined;
    const result: unknown = await handle(form ? withForm(call, form) : call);
    if (endpoint.file) return sendFile(reply, result as FileContent);
    if (endpoint.streamed) {
      const document = { data: result, message: endpoint.message };
      return reply
        .type("application/json; charset=utf-8")
        .send(Readable.from(jsonParts(document, request.share?.next), { objectMode: false }));
    }
    if (endpoint.paginated) {
      const { items, nextCursor } = result as Page<unknown>;
      return { data: items, nextCursor, message: endpoint.message };
    }
    return {
      data: result,
      message: endpoint.message,
      ...(endpoint.alias && { [endpoint.alias]: result }),
      ...ownMessages(request),
    };
  }
}

/** Sends a file to be saved. It may contain texts of users, so browsers must not interpret it. */
function sendFile(reply: FastifyReply, { name, type, content }: FileContent): FastifyReply {
  reply.headers({
    "content-type": `${type}; charset=utf-8`,
    "content-disposition": contentDisposition("attachment", name),
    "content-security-policy": "sandbox; default-src 'none'",
    "cache-control": "no-store",
  });
  return reply.send(content);
}

/** The cast is safe: the form was parsed with the schemas of this endpoint. */
function withForm(call: Call<Endpoint>, form: object): Call<Endpoint> {
  const whole: unknown = { ...call, ...form };
  return whole as Call<Endpoint>;
}

/**
 * Enforces the permission of a contract: 401 without a session, 403 for the wrong role, 404 for others than operators. The
 * ability in a task and the right in a channel are checked by the action, where they are locked.
 */
export function checkPermission(
  permission: Exclude<Permission, { guest: GuestRight }>,
  actor: Actor | null,
): void {
  if (permission === "anyone") return;
  if ("operator" in permission) {
    if (!actor?.operator) throw commonError("not_found");
    return;
  }
  if (!actor) throw commonError("unauthenticated");
  if ("task" in permission || "channel" in permission) return;
  if (permission.roles && !permission.roles.includes(actor.role)) {
    throw commonError("wrong_role", permission.refusal === undefined ? {} : { message: permission.refusal });
  }
}

/** Enforces the permission of an endpoint for guests: 401 for all others, 403 without the right. */
function checkGuest(right: GuestRight, guest: Guest | null): void {
  if (!guest) throw commonError("no_guest");
  if (!guest.rights.includes(right)) throw commonError("guest_right");
}

declare module "fastify" {
  interface FastifyRequest {
    /** Only of users' requests that change something. */
    realtimeMessages: SentRealtimeMessage[] | null;
  }
}
