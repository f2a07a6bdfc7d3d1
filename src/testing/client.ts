import type { FastifyInstance } from "fastify";
import { z } from "zod";

import { endpointAddress } from "#core/endpoint-address.ts";
import type { Endpoint, Input, ResponseOf } from "#core/endpoint.ts";

/** A response of any status. `data` is parsed by the contract if the call succeeded. */
export interface HandlerResult<E extends Endpoint> {
  status: number;
  data: ResponseOf<E>;
  message: string;
  code: string | undefined;
  cookie: string | undefined;
  headers: Headers;
}

interface Sent {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  form?: { fields: Record<string, unknown>; files: Record<string, readonly unknown[] | undefined> };
}

const wireShape = z.object({
  data: z.unknown().optional(),
  message: z.string().default(""),
  code: z.string().optional(),
});

/** Calls endpoints with a user's session cookie. */
export interface Client {
  call: <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<HandlerResult<E>>;
}

interface Request {
  method: Endpoint["method"];
  address: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

/** Sends one request. */
export type Transport = (request: Request) => Promise<Response>;

/** Calls the application without a network. */
export function inProcess(app: FastifyInstance): Transport {
  return async ({ method, address, headers, body }) => {
    const reply = await app.inject({
      method,
      url: address,
      headers,
      ...(body !== undefined && { payload: body }),
    });
    const answered = new Headers();
    for (const [name, value] of Object.entries(reply.headers)) {
      for (const one of [value].flat()) if (one !== undefined) answered.append(name, String(one));
    }
    return new Response(reply.statusCode === 204 ? null : reply.body, {
      status: reply.statusCode,
      headers: answered,
    });
  };
}

/** Sends requests to the server at `url`. */
export function overHttp(url: string): Transport {
  return ({ method, address, headers, body }) =>
    fetch(url + address, {
      method,
      headers,
      ...(body !== undefined && { body: new Blob([new Uint8Array(Buffer.from(body))]) }),
    });
}

export function createClient(transport: Transport, cookie?: string): Client {
  return {
    call: async <E extends Endpoint>(endpoint: E, input: Input<E>) => {
      const sent: Sent = input;
      const payload = await requestPayload(sent);
      const response = await transport({
        method: endpoint.method,
        address: endpointAddress(endpoint, sent),
        headers: { ...payload?.headers, ...(cookie && { cookie }) },
        body: payload?.body,
      });
      const wire = wireShape.parse(await response.json());
      return {
        status: response.status,
        data: (response.ok ? endpoint.response.parse(wire.data) : wire.data) as ResponseOf<E>,
        message: wire.message,
        code: wire.code,
        cookie: response.headers.getSetCookie()[0]?.split(";")[0],
        headers: response.headers,
      };
    },
  };
}

async function requestPayload(
  sent: Sent,
): Promise<{ body: string | Buffer; headers: Record<string, string> } | null> {
  if (sent.form) {
    const form = new FormData();
    for (const [name, value] of Object.entries(sent.form.fields)) {
      if (value !== undefined) form.append(name, String(value));
    }
    for (const [name, files] of Object.entries(sent.form.files)) {
      for (const file of files ?? []) if (file instanceof Blob) form.append(name, file);
    }
    const encoded = new Response(form);
    return {
      body: Buffer.from(await encoded.arrayBuffer()),
      headers: { "content-type": encoded.headers.get("content-type") ?? "" },
    };
  }
  if (sent.body === undefined) return null;
  return { body: JSON.stringify(sent.body), headers: { "content-type": "application/json" } };
}
