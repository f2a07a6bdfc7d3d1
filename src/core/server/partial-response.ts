import type { OutgoingHttpHeaders } from "node:http";

import type { FastifyReply, FastifyRequest } from "fastify";

import { type ByteRange, parseRange } from "./byte-range.ts";
import { matchesTag } from "./entity-tag.ts";

/** Content that can be sent in parts. */
interface RangedContent {
  bytes: number;
  /** Changes with the content; without quotes. */
  etag: string;
}

/**
 * Sets status and headers of a GET or HEAD by its range and conditional headers (RFC 9110, 13 and 14), and returns the part to
 * send. Null if the response is complete: 304, 416 or the answer to a HEAD. The part of empty content ends before it starts.
 */
export function beginPartialResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag: tag }: RangedContent,
): ByteRange | null {
  const etag = `"${tag}"`;
  reply.headers({ etag, "accept-ranges": "bytes" });
  if (matchesTag(request.headers["if-none-match"], etag)) {
    void reply.code(304).send();
    return null;
  }
  const ifRange = request.headers["if-range"];
  // Ranges are defined for GET only (RFC 9110, 14.2).
  const ranged = request.method === "GET" && (!ifRange || ifRange === etag);
  const range = parseRange(ranged ? request.headers.range : undefined, bytes);
  if (range === "unsatisfiable") {
    reply.headers({ "content-range": `bytes */${bytes}`, "content-type": "text/plain; charset=utf-8" });
    void reply.header("cache-control", "no-store").code(416).send();
    return null;
  }
  const part = range ?? { start: 0, end: bytes - 1 };
  if (range) reply.code(206).header("content-range", `bytes ${part.start}-${part.end}/${bytes}`);
  reply.header("content-length", part.end - part.start + 1);
  if (request.method !== "HEAD") return part;
  // Bypasses Fastify, which would set the content length of the empty body.
  writeHead(reply);
  reply.raw.end();
  return null;
}

/** Writes status and headers. The caller writes the content to `reply.raw`, without Fastify's streams. */
export function writeHead(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, definedHeaders(reply.getHeaders()));
}

function definedHeaders(headers: ReturnType<FastifyReply["getHeaders"]>): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
}
