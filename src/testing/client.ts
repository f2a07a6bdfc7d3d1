import type { FastifyInstance } from "fastify";

import type { Endpoint, Input, Reply } from "#foundation/endpoint.ts";
import { apiBase } from "#foundation/server/bind.ts";

/** One answer, whatever its status. `data` is parsed by the contract when the call succeeded. */
export interface Answer<E extends Endpoint> {
  status: number;
  data: Reply<E>;
  message: string;
  code: string | undefined;
  cookie: string | undefined;
  headers: Record<string, unknown>;
}

interface Sent {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  form?: { fields: Record<string, unknown>; files: Record<string, readonly unknown[] | undefined> };
}

/** Calls the whole app in process through its contract, as the person whose session cookie is given. */
export interface Client {
  call: <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Answer<E>>;
}

export function createClient(app: FastifyInstance, cookie?: string): Client {
  return {
    call: async <E extends Endpoint>(endpoint: E, input: Input<E>) => {
      const sent: Sent = input;
      const payload = await payloadOf(sent);
      const response = await app.inject({
        method: endpoint.method,
        url: addressOf(endpoint, sent),
        headers: { ...payload?.headers, ...(cookie && { cookie }) },
        ...(payload && { payload: payload.body }),
      });
      const wire: { data?: unknown; message?: string; code?: string } = response.json();
      const ok = response.statusCode < 300;
      return {
        status: response.statusCode,
        data: (ok ? endpoint.reply.parse(wire.data) : wire.data) as Reply<E>,
        message: wire.message ?? "",
        code: wire.code,
        cookie: response.cookies.map(({ name, value }) => `${name}=${value}`)[0],
        headers: response.headers,
      };
    },
  };
}

export function addressOf(endpoint: Endpoint, sent: Pick<Sent, "params" | "query">): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(sent.params?.[name])),
  );
  const query = Object.entries(sent.query ?? {}).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return `${apiBase}${path}${search ? `?${search}` : ""}`;
}

async function payloadOf(
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
