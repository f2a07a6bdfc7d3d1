import type { OutgoingHttpHeaders } from "node:http";

import type { FastifyReply, FastifyRequest } from "fastify";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";

import { mediaError } from "../contract.ts";
import { type ByteRange, parseRange } from "./byte-range.ts";
import { sendFile } from "./send-file.ts";

/** What is served and how long browsers may keep it. */
export interface Served {
  key: string;
  type: string;
  /** Shown when the person saves the file; left out where it has none of its own. */
  name?: string;
  /** `never` for what still grows, `revisit` for what may be kept for an hour, `forever` for what never changes. */
  keep: "never" | "revisit" | "forever";
  /** Seconds after which its address ends. Nobody's browser shows it for longer. */
  secondsLeft: number;
}

const longest = { revisit: 3600, forever: 31_536_000 };

function cachingOf({ keep, secondsLeft }: Served): string {
  if (keep === "never") return "no-store";
  const age = `private, max-age=${Math.min(longest[keep], secondsLeft)}`;
  return keep === "forever" ? `${age}, immutable` : age;
}

/** Uploaded content never runs: nothing in it is a page of ours, whatever its bytes say. */
const inert = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "sandbox; default-src 'none'",
  "cross-origin-resource-policy": "same-origin",
};

/**
 * Answers a GET or HEAD with a stored object: by ranges, with conditional requests, from its own file where the store
 * has one. Throws 404 (`not_stored`) when the object is gone.
 */
export async function serveObject(
  storage: ObjectStorage,
  served: Served,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const facts = await storage.stat(served.key);
  if (!facts) throw mediaError("not_stored");
  reply.headers({
    ...inert,
    "content-type": served.type,
    "cache-control": cachingOf(served),
    ...(served.name && { "content-disposition": disposition(served.name) }),
  });
  return answer(storage, served.key, facts, request, reply);
}

/** One range, or the whole of it; conditional requests by the entity tag (RFC 9110, 13 and 14). */
async function answer(
  storage: ObjectStorage,
  key: string,
  facts: { bytes: number; etag: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const etag = `"${facts.etag}"`;
  reply.headers({ etag, "accept-ranges": "bytes" });
  if (names(request.headers["if-none-match"], etag)) return reply.code(304).send();
  const ifRange = request.headers["if-range"];
  // Ranges are for GET alone (RFC 9110, 14.2).
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
  if (request.method === "HEAD") return headAlone(reply);
  const path = storage.localPath(key);
  if (path !== null) return sendItself(path, part, reply);
  if (facts.bytes === 0) return reply.send();
  const stream = await storage.read(key, part);
  // An aborted reader must not leave the store's connection open.
  request.raw.once("close", () => stream.destroy());
  return reply.send(stream);
}

/** Past Fastify's streams, which take a new buffer for each read. */
async function sendItself(path: string, part: ByteRange, reply: FastifyReply): Promise<FastifyReply> {
  writeHead(reply);
  await sendFile(path, part, reply.raw).catch(() => reply.raw.destroy());
  return reply;
}

/** Past Fastify, which would take the length of the empty body for the object's. */
function headAlone(reply: FastifyReply): FastifyReply {
  writeHead(reply);
  reply.raw.end();
  return reply;
}

function writeHead(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, withoutGaps(reply.getHeaders()));
}

function withoutGaps(headers: ReturnType<FastifyReply["getHeaders"]>): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
}

/** Whether `If-None-Match` names the tag; weak comparison, as it is for reads. */
function names(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = new Set(header.split(",").map((tag) => tag.trim().replace(/^W\//, "")));
  return tags.has(etag) || tags.has("*");
}

/** Shown in the browser; saved under the file's own name (RFC 6266). */
function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
