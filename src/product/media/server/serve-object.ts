import send from "@fastify/send";
import type { FastifyReply, FastifyRequest } from "fastify";

import type { ObjectStorage } from "#devices/object-storage/storage.ts";

import { mediaFailure } from "../contract.ts";
import { parseRange } from "./byte-range.ts";

/** Buffers of reads, in bytes (reference: at Node's 64 KiB serving costs three times the processor time). */
const readBytes = 1024 * 1024;

/** What is served and how long browsers may keep it. */
export interface Served {
  key: string;
  type: string;
  /** Shown when the person saves the file; left out where it has none of its own. */
  name?: string;
  /** `never` for what still grows, `revisit` for what may be kept for an hour, `forever` for what never changes. */
  keep: "never" | "revisit" | "forever";
  /** Anybody with the address may keep it, proxies too. */
  shared?: boolean;
}

const keeping = {
  never: "no-store",
  revisit: "max-age=3600",
  forever: "max-age=31536000, immutable",
};

/** Uploaded content never runs: nothing in it is a page of ours, whatever its bytes say. */
const inert = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "sandbox; default-src 'none'",
  "cross-origin-resource-policy": "same-origin",
};

/**
 * Answers a GET or HEAD with a stored object: by ranges, with conditional requests, from the file itself where the
 * store has one. Throws 404 (`not_stored`) when the object is gone.
 */
export async function serveObject(
  storage: ObjectStorage,
  served: Served,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const facts = await storage.stat(served.key);
  if (!facts) throw mediaFailure("not_stored");
  reply.headers({
    ...inert,
    "content-type": served.type,
    "cache-control":
      served.keep === "never"
        ? keeping.never
        : `${served.shared ? "public" : "private"}, ${keeping[served.keep]}`,
    ...(served.name && { "content-disposition": disposition(served.name) }),
  });
  const file = storage.localPath(served.key);
  if (file === null) return serveByReading(storage, served.key, facts, request, reply);
  const result = await send(request.raw, encodeURI(`/${served.key}`), {
    root: file.slice(0, -served.key.length),
    contentType: false,
    cacheControl: false,
    index: false,
    highWaterMark: readBytes,
  });
  if (result.type === "error") return answerError(result.statusCode, result.headers, reply);
  return reply.code(result.statusCode).headers(result.headers).send(result.stream);
}

/** For stores without local files: one range, by the store's own reading. */
async function serveByReading(
  storage: ObjectStorage,
  key: string,
  facts: { bytes: number; etag: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const etag = `"${facts.etag}"`;
  reply.headers({ etag, "accept-ranges": "bytes" });
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  const ifRange = request.headers["if-range"];
  const wanted = ifRange && ifRange !== etag ? undefined : request.headers.range;
  const range = parseRange(wanted, facts.bytes);
  if (range === "unsatisfiable") {
    return answerError(416, { "content-range": `bytes */${facts.bytes}` }, reply);
  }
  const { start, end } = range ?? { start: 0, end: facts.bytes - 1 };
  if (range) reply.code(206).header("content-range", `bytes ${start}-${end}/${facts.bytes}`);
  reply.header("content-length", end - start + 1);
  if (request.method === "HEAD" || facts.bytes === 0) return reply.send();
  const stream = await storage.read(key, { start, end });
  // An aborted reader must not leave the store's connection open.
  request.raw.once("close", () => stream.destroy());
  return reply.send(stream);
}

function answerError(status: number, headers: Record<string, string>, reply: FastifyReply): FastifyReply {
  const range = headers["content-range"] ?? headers["Content-Range"];
  if (range) reply.header("content-range", range);
  if (status === 404) throw mediaFailure("not_stored");
  return reply.code(status).header("content-type", "text/plain; charset=utf-8").send();
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
