import type { Readable } from "node:stream";

import { type Agent, type Dispatcher } from "undici";
import type { z } from "zod";

import type { PlatformAddresses } from "./addresses.ts";
import { responseError, parseJson, readReason, type Operation } from "./answer-failures.ts";
import { platformError } from "./failure-catalogue.ts";

/** Where the device writes what it met; a pino logger fits. Fields never hold tokens, codes or session URIs. */
export interface PlatformLog {
  debug: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
}

/** What every call of the device needs. */
export interface Line {
  addresses: PlatformAddresses;
  log: PlatformLog;
  agent: Agent;
  patience: Patience;
}

/** How long the platform may keep silent, in seconds. There is no limit on the whole of a transfer. */
export interface Patience {
  /** For the answer, once everything has been sent. */
  answerSeconds: number;
  /** Without a byte of a piece being taken. */
  stallSeconds: number;
}

export interface Call {
  operation: Operation;
  method: "GET" | "POST" | "PUT";
  url: URL;
  /** The access token; left out where none belongs. */
  access?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | Readable;
  signal?: AbortSignal;
  /** Milliseconds for the headers and between parts of the answer; 0 when the caller watches by itself. */
  timeout?: number;
}

export interface Answer {
  status: number;
  headers: Dispatcher.ResponseData["headers"];
  body: string;
}

const largestAnswer = 8 * 1024 * 1024;

/**
 * One request, its answer read to the end whatever the status; redirects are not followed. Throws the platform failure
 * `unreachable` when no whole answer came, and the signal's reason when it was aborted.
 */
export async function exchange(line: Line, call: Call): Promise<Answer> {
  const started = performance.now();
  const timeout = call.timeout ?? line.patience.answerSeconds * 1000;
  try {
    const { statusCode, headers, body } = await line.agent.request({
      origin: call.url.origin,
      path: call.url.pathname + call.url.search,
      method: call.method,
      headers: { ...(call.access && { authorization: `Bearer ${call.access}` }), ...call.headers },
      body: call.body ?? null,
      signal: call.signal ?? null,
      headersTimeout: timeout,
      bodyTimeout: timeout,
    });
    const answer = { status: statusCode, headers, body: await readAll(body) };
    const milliseconds = Math.round(performance.now() - started);
    line.log.debug(
      { operation: call.operation, status: statusCode, milliseconds },
      "Video platform answered",
    );
    return answer;
  } catch (error) {
    call.signal?.throwIfAborted();
    const cause = codeOfError(error);
    line.log.warn({ operation: call.operation, cause }, "Video platform not reached");
    throw platformError("unreachable", line.addresses.name, { cause: new Error(cause) });
  }
}

/** A call that must succeed with JSON of the given shape; anything else is thrown as the failure that it means. */
export async function ask<S extends z.ZodType>(line: Line, call: Call, shape: S): Promise<z.output<S>> {
  const answer = await exchange(line, call);
  if (answer.status !== 200) throw refusal(line, call.operation, answer);
  const parsed = shape.safeParse(parseJson(answer.body));
  if (parsed.success) return parsed.data;
  line.log.warn({ operation: call.operation, status: 200 }, "Video platform answered in an unknown shape");
  throw platformError("unavailable", line.addresses.name);
}

/** The failure behind an answer that was no success; writes its reason to the log. */
export function refusal(line: Line, operation: Operation, answer: Answer): Error {
  const { status, body } = answer;
  const failure = responseError(
    { operation, status, body, retryAfter: header(answer, "retry-after") },
    line.addresses.name,
    new Date(),
  );
  line.log.warn({ operation, status, ...readReason(body), code: failure.code }, "Video platform refused");
  return failure;
}

/** The first value of an answer's header, by its lower-case name. */
export function header(answer: Answer, name: string): string | undefined {
  const value = answer.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** An address below a base of the platform, with its query. */
export function at(base: string, path: string, query: Record<string, string>): URL {
  const url = new URL(path, base);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > largestAnswer) throw new Error("answer too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** A network error's code only: messages of libraries may quote addresses. */
function codeOfError(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if ("code" in error && typeof error.code === "string") return error.code;
  return error.name;
}
