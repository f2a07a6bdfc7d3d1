import type { FastifyReply, FastifyRequest } from "fastify";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { ByteRange } from "#core/server/byte-range.ts";
import { contentDisposition } from "#core/server/content-disposition.ts";
import { beginPartialResponse, writeHead } from "#core/server/partial-response.ts";
import { sendFile } from "#core/server/send-file.ts";
import { mediaError } from "#modules/media/contract/videos.ts";

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

/** Sends one range or the whole object, or answers 304 or 416. */
async function answer(
  storage: ObjectStorage,
  key: string,
  facts: { bytes: number; etag: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const part = beginPartialResponse(request, reply, facts);
  if (part === null) return reply;
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
