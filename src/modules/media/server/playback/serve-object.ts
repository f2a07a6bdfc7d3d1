import type { OutgoingHttpHeaders } from "node:http";

import type { FastifyReply, FastifyRequest } from "fastify";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import { contentDisposition } from "#core/server/content-disposition.ts";
import { matchesTag } from "#core/server/entity-tag.ts";
import { mediaError } from "#modules/media/contract/videos.ts";

import { type ByteRange, parseRange } from "./byte-range.ts";
import { sendFile } from "./send-file.ts";

/** A stored object and how browsers may cache it. */
export interface ServedObject {
  key: string;
  type: string;
  /** Suggested name when the user saves the file. */
  name?: string;
  /** Whether browsers display or save the file; by default they display it. */
  disposition?: "inline" | "attachment";
  /** Browsers may cache it `never`, for an `hour`, or without revalidation (`immutable`). */
  cache: "never" | "hour" | "immutable";
  /** Seconds until its URL expires, which also limits caching. */
  secondsLeft: number;
}

const maxAges = { hour: 3600, immutable: 31_536_000 };

function cacheControl({ cache, secondsLeft }: ServedObject): string {
  if (cache === "never") return "no-store";
  const age = `private, max-age=${Math.min(maxAges[cache], secondsLeft)}`;
  return cache === "immutable" ? `${age}, immutable` : age;
}

/** Prevents uploaded content from being executed or embedded by other sites. */
const inert = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "sandbox; default-src 'none'",
  "cross-origin-resource-policy": "same-origin",
};

/**
 * Answers a GET or HEAD with a stored object, with support for range and conditional requests. Throws `not_stored` when
 * the object is missing.
 */
export async function serveObject(
  storage: ObjectStorage,
  served: ServedObject,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const facts = await storage.stat(served.key);
  if (!facts) throw mediaError("not_stored");
  reply.headers({
    ...inert,
    "content-type": served.type,
    "cache-control": cacheControl(served),
    ...(served.name && {
      "content-disposition": contentDisposition(served.disposition ?? "inline", served.name),
    }),
  });
  return answer(storage, served.key, facts, request, reply);
}

/** Sends one range or the whole object, or 304 by its entity tag (RFC 9110, 13 and 14). */
async function answer(
  storage: ObjectStorage,
  key: string,
  facts: { bytes: number; etag: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const etag = `"${facts.etag}"`;
  reply.headers({ etag, "accept-ranges": "bytes" });
  if (matchesTag(request.headers["if-none-match"], etag)) return reply.code(304).send();
  const ifRange = request.headers["if-range"];
  // Ranges are defined for GET only (RFC 9110, 14.2).
  const ranged = request.method === "GET" && (!ifRange || ifRange === etag);
  const wanted = ranged ? request.headers.range : undefined;
  const range = parseRange(wanted, facts.bytes);
  if (range === "unsatisfiable") {
    reply.headers({ "content-range": `bytes */${facts.bytes}`, "content-type": "text/plain; charset=utf-8" });
    reply.header("cache-control", "no-store");
    return reply.code(416).send();
  }
  const part = range ?? { start: 0, end: facts.bytes - 1 };
  if (range) reply.code(206).header("content-range", `bytes ${part.start}-${part.end}/${facts.bytes}`);
  reply.header("content-length", part.end - part.start + 1);
  if (request.method === "HEAD") return sendHead(reply);
  const path = storage.localPath(key);
  if (path !== null) return sendLocalFile(path, part, request, reply);
  if (facts.bytes === 0) return reply.send();
  const stream = await storage.read(key, part);
  // Closes the store's connection when the client disconnects.
  request.raw.once("close", () => stream.destroy());
  request.share?.pause();
  return reply.send(stream);
}

/** Bypasses Fastify's streams, which allocate a new buffer for each read. */
async function sendLocalFile(
  path: string,
  part: ByteRange,
  { share }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  writeHead(reply);
  await sendFile(path, part, reply.raw, { share }).catch(() => reply.raw.destroy());
  return reply;
}

/** Bypasses Fastify, which would set the content length of the empty body. */
function sendHead(reply: FastifyReply): FastifyReply {
  writeHead(reply);
  reply.raw.end();
  return reply;
}

function writeHead(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, definedHeaders(reply.getHeaders()));
}

function definedHeaders(headers: ReturnType<FastifyReply["getHeaders"]>): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
}
