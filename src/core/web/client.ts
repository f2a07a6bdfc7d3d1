import { z } from "zod";

import type { Endpoint, Form, Input, ResponseOf } from "../endpoint.ts";
import { AppError, type Issue } from "../error.ts";
import { type FormRequest, sendForm } from "./form-request.ts";

// Zod's compiled parsers need `new Function`, which the pages' content security policy refuses.
z.config({ jitless: true });

/** The sentence when neither the server nor the screen has a better one. */
const unreachable = "Reelay's server does not answer. Check your connection and try again.";

/** The sentence when something on the way refuses a body by its size, with a page of its own. */
const refusedOnTheWay =
  "Something between you and Reelay refuses files of this size. Send smaller ones, or ask who runs this server to let larger ones through.";

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

interface CallOptions {
  /** The specification's sentence for when the server gives none. */
  fallback?: string;
  signal?: AbortSignal;
  /** Hears how much of a form has been sent, in bytes. */
  onProgress?: FormRequest["onProgress"];
}

/**
 * Calls one endpoint of the contract with cookies, and parses the reply by it. Fails with a `AppError` that carries the
 * server's message, code, field issues and (but for forms with progress) `Retry-After`. A paged list comes with its `nextCursor`.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E> extends Record<string, never> ? object : Input<E>,
  options: CallOptions = {},
): Promise<{ data: ResponseOf<E>; message: string; nextCursor: string | null }> {
  const sent: Sent = input;
  const { status, text, wait } = await send(endpoint, sent, options);
  const wire = readWire(text);
  if (status < 200 || status >= 300) {
    throw new AppError({
      code: wire.code ?? "unknown",
      status,
      message: wire.message ?? (status === 413 ? refusedOnTheWay : (options.fallback ?? unreachable)),
      ...(wire.issues && { issues: wire.issues }),
      ...(wait && { retryAfterSeconds: wait }),
    });
  }
  return {
    data: endpoint.response.parse(wire.data) as ResponseOf<E>,
    message: wire.message ?? endpoint.message,
    nextCursor: wire.nextCursor ?? null,
  };
}

async function send(
  endpoint: Endpoint,
  sent: Sent,
  { signal, onProgress }: CallOptions,
): Promise<{ status: number; text: string; wait?: number }> {
  const { method } = endpoint;
  const form = sent.form && endpoint.form ? formData(endpoint.form, sent.form) : null;
  if (form && onProgress) {
    const answer = await sendForm({ method, address: address(endpoint, sent), form, onProgress, signal });
    if (answer.status === 0) throw noAnswer();
    return answer;
  }
  const request: RequestInit = { method, credentials: "include" };
  if (signal) request.signal = signal;
  if (form) request.body = form;
  else if (sent.body !== undefined) {
    request.body = JSON.stringify(sent.body);
    request.headers = { "content-type": "application/json" };
  }
  try {
    const response = await fetch(address(endpoint, sent), request);
    const wait = Number(response.headers.get("retry-after"));
    return { status: response.status, text: await response.text(), wait };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw noAnswer();
  }
}

function noAnswer(): AppError {
  return new AppError({ code: "unreachable", status: 0, message: unreachable });
}

/** A proxy in between may answer with something else than our JSON. */
function readWire(text: string): Wire {
  try {
    return JSON.parse(text) as Wire;
  } catch {
    return {};
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
