import "./zod-config.ts";
import { endpointAddress } from "../endpoint-address.ts";
import type { Endpoint, Form, Input, ResponseOf, SentRealtimeMessage } from "../endpoint.ts";
import { AppError, type Issue } from "../error.ts";
import { takeFirstResponse } from "./first-responses.ts";
import { type FormRequest, sendForm } from "./form-request.ts";
import { findUnreadableFile } from "./readable-file.ts";
import { deliverOnce } from "./realtime-listeners.ts";

const unreachable = "Can't reach the server. Check your connection and try again.";

/** For a 413 of a proxy, which has no message of ours. */
const proxyLimit =
  "A proxy in front of Reelay rejects files of this size. Send smaller files, or ask the operator to raise the limit.";

interface ResponseBody {
  data?: unknown;
  message?: string;
  code?: string;
  issues?: Issue[];
  nextCursor?: string | null;
  realtimeMessages?: SentRealtimeMessage[];
}

interface Sent {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  form?: { fields: Record<string, unknown>; files: Record<string, readonly unknown[] | undefined> };
}

interface CallOptions {
  /** Message if the server sends none, or can't be reached. */
  fallback?: string;
  /** Message if the server can't be reached, instead of `fallback`. The cause is in the error's `detail`. */
  unreachable?: string;
  signal?: AbortSignal;
  /** Receives the sent and total bytes of a form. */
  onProgress?: FormRequest["onProgress"];
}

/**
 * Calls an endpoint with cookies and parses the response. Throws an `AppError` with the server's message, code, field
 * issues and (except for forms with progress) `Retry-After`. A paginated list is returned with its `nextCursor`.
 *
 * The realtime messages that a change causes are delivered before this returns, so that every module refetches its own
 * queries even while the realtime connection is down.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E> extends Record<string, never> ? object : Input<E>,
  options: CallOptions = {},
): Promise<{ data: ResponseOf<E>; message: string; nextCursor: string | null }> {
  const sent: Sent = input;
  const answer = await send(endpoint, sent, options);
  const body = readBody(answer.text);
  for (const message of body.realtimeMessages ?? []) deliverOnce(message);
  if (answer.status < 200 || answer.status >= 300) throw failure(answer, options);
  return {
    data: readData(endpoint, body, options),
    message: body.message ?? endpoint.message,
    nextCursor: body.nextCursor ?? null,
  };
}

/**
 * Calls an endpoint whose response is a file, and returns it with the name that the server suggests. Throws like `call`.
 */
export async function callForFile<E extends Endpoint & { file: readonly string[] }>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<{ name: string; file: Blob }> {
  const sent: Sent = input;
  const response = await fetch(endpointAddress(endpoint, sent), { credentials: "include" }).catch(() => {
    throw unreachableError(options);
  });
  if (!response.ok) throw failure({ status: response.status, text: await response.text() }, options);
  const [, name = ""] =
    /filename\*=UTF-8''(\S+)/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  return { name: decodeURIComponent(name), file: await response.blob() };
}

/** The data of a response. It is unreadable where the page and the server have different versions. */
function readData<E extends Endpoint>(endpoint: E, { data }: ResponseBody, options: CallOptions) {
  const read = endpoint.response.safeParse(data);
  if (read.success) return read.data as ResponseOf<E>;
  const message = "Reelay was updated. Reload the page.";
  const error = new AppError({
    code: "unreadable_response",
    status: 502,
    message: options.fallback ?? message,
    ...(options.fallback !== undefined && { detail: message }),
  });
  error.cause = read.error;
  throw error;
}

interface Answer {
  status: number;
  text: string;
  wait?: number;
}

/** The error of a response that is not successful. */
function failure({ status, text, wait }: Answer, options: CallOptions): AppError {
  const body = readBody(text);
  return new AppError({
    code: body.code ?? "unknown",
    status,
    message: body.message ?? (status === 413 ? proxyLimit : (options.fallback ?? unreachable)),
    ...(body.issues && { issues: body.issues }),
    ...(wait && { retryAfterSeconds: wait }),
  });
}

async function send(endpoint: Endpoint, sent: Sent, options: CallOptions): Promise<Answer> {
  const { signal, onProgress } = options;
  const { method } = endpoint;
  const firstResponse = method === "GET" ? takeFirstResponse(endpointAddress(endpoint, sent)) : undefined;
  if (firstResponse !== undefined) return { status: 200, text: firstResponse };
  const form = sent.form && endpoint.form ? formData(endpoint.form, sent.form) : null;
  if (form && onProgress) {
    const response = await sendForm({
      method,
      address: endpointAddress(endpoint, sent),
      form,
      onProgress,
      signal,
    });
    if (response.status === 0) throw await unsentError(form, options);
    return response;
  }
  const request: RequestInit = { method, credentials: "include" };
  if (signal) request.signal = signal;
  if (form) request.body = form;
  else if (sent.body !== undefined) {
    request.body = JSON.stringify(sent.body);
    request.headers = { "content-type": "application/json" };
  }
  try {
    const response = await fetch(endpointAddress(endpoint, sent), request);
    const wait = Number(response.headers.get("retry-after"));
    return { status: response.status, text: await response.text(), wait };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw await unsentError(form, options);
  }
}

/** Browsers report a file that they can't read, and a server that they can't reach, in the same way. */
async function unsentError(form: FormData | null, options: CallOptions): Promise<AppError> {
  const file = form && (await findUnreadableFile(form));
  if (!file) return unreachableError(options);
  return new AppError({
    code: "unreadable_file",
    status: 400,
    message: `“${file.name}” was changed or moved after you chose it. Choose it again.`,
  });
}

function unreachableError(options: CallOptions): AppError {
  const message = options.unreachable ?? options.fallback;
  return new AppError({
    code: "unreachable",
    status: 0,
    message: message ?? unreachable,
    ...(message !== undefined && { detail: unreachable }),
  });
}

/** A proxy may answer with something other than JSON. */
function readBody(text: string): ResponseBody {
  try {
    return JSON.parse(text) as ResponseBody;
  } catch {
    return {};
  }
}

/** Text fields are sent first, so that the server can reject the request before it receives a file. */
function formData(form: Form, sent: NonNullable<Sent["form"]>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(sent.fields))
    if (value !== undefined) data.append(name, String(value));
  for (const name of Object.keys(form.files)) {
    for (const file of sent.files[name] ?? []) if (file instanceof Blob) data.append(name, file);
  }
  return data;
}
