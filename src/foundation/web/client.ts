import { z } from "zod";

import type { Endpoint, Form, Input, Reply } from "../endpoint.ts";
import { Failure, type Issue } from "../failure.ts";

// Zod's compiled parsers need `new Function`, which the pages' content security policy refuses.
z.config({ jitless: true });

/** The sentence when neither the server nor the screen has a better one. */
const unreachable = "Reelay's server does not answer. Check your connection and try again.";

interface Wire {
  data?: unknown;
  message?: string;
  code?: string;
  issues?: Issue[];
  nextCursor?: string | null;
}

interface Sent {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  form?: { fields: Record<string, unknown>; files: Record<string, readonly unknown[] | undefined> };
}

/**
 * Calls one endpoint of the contract with cookies, and parses the reply by it. Fails with a `Failure` that carries the
 * server's message, code and field issues. A paged list comes with its `nextCursor`. `fallback` is the specification's sentence for when there is none.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E> extends Record<string, never> ? object : Input<E>,
  options: { fallback?: string; signal?: AbortSignal } = {},
): Promise<{ data: Reply<E>; message: string; nextCursor: string | null }> {
  const sent: Sent = input;
  const response = await send(endpoint, sent, options.signal);
  const wire: Wire = await response.json().catch(() => ({}));
  if (!response.ok) {
    throw new Failure({
      code: wire.code ?? "unknown",
      status: response.status,
      message: wire.message ?? options.fallback ?? unreachable,
      ...(wire.issues && { issues: wire.issues }),
    });
  }
  return {
    data: endpoint.reply.parse(wire.data) as Reply<E>,
    message: wire.message ?? endpoint.message,
    nextCursor: wire.nextCursor ?? null,
  };
}

async function send(endpoint: Endpoint, sent: Sent, signal: AbortSignal | undefined): Promise<Response> {
  const request: RequestInit = { method: endpoint.method, credentials: "include" };
  if (signal) request.signal = signal;
  if (sent.form && endpoint.form) request.body = formData(endpoint.form, sent.form);
  else if (sent.body !== undefined) {
    request.body = JSON.stringify(sent.body);
    request.headers = { "content-type": "application/json" };
  }
  try {
    return await fetch(address(endpoint, sent), request);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Failure({ code: "unreachable", status: 0, message: unreachable });
  }
}

function address(endpoint: Endpoint, sent: Sent): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(sent.params?.[name])),
  );
  const query = Object.entries(sent.query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(query.map(([name, value]) => [name, String(value)]));
  return `/api/v1${path}${query.length > 0 ? `?${search.toString()}` : ""}`;
}

/** Text fields go first, so that the server can refuse before a file is sent. */
function formData(form: Form, sent: NonNullable<Sent["form"]>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(sent.fields))
    if (value !== undefined) data.append(name, String(value));
  for (const name of Object.keys(form.files)) {
    for (const file of sent.files[name] ?? []) if (file instanceof Blob) data.append(name, file);
  }
  return data;
}
