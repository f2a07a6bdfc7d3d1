import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

import type { FastifyReply, FastifyRequest } from "fastify";

import { matchesTag } from "#core/server/entity-tag.ts";

/** Headers of a document; without `cache-control`, browsers ask each time whether it has changed. */
type DocumentHeaders = Readonly<Record<string, string>>;

export interface ConstantDocument {
  send: (request: FastifyRequest, reply: FastifyReply) => Promise<Buffer | null>;
}

export interface Page extends ConstantDocument {
  /** Sends HTML for this user only, with the same policy. Browsers don't store it. */
  sendPrivate: (html: string, reply: FastifyReply) => string;
}

const compress = promisify(brotliCompress);

/** A document that never changes while the process runs. It is compressed once, when a browser first requests it. */
export function createDocument(text: string, ownHeaders: DocumentHeaders): ConstantDocument {
  const content = Buffer.from(text);
  let compressed: Promise<Buffer> | null = null;
  // Weak, since it is the same for both encodings.
  const etag = `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 16)}"`;
  const headers = { "cache-control": "no-cache", ...ownHeaders, vary: "accept-encoding" };
  return {
    send: async (request, reply) => {
      reply.headers(headers);
      if (reply.statusCode === 200) {
        reply.header("etag", etag);
        if (matchesTag(request.headers["if-none-match"], etag)) {
          reply.code(304);
          return null;
        }
      }
      if (!/\bbr\b/.test(String(request.headers["accept-encoding"]))) return content;
      compressed ??= compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
      reply.header("content-encoding", "br");
      return compressed;
    },
  };
}

/** An HTML page with its content security policy. */
export function createPage(html: string, policy: string): Page {
  const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": policy };
  return {
    ...createDocument(html, headers),
    sendPrivate: (content, reply) => {
      reply.headers({ ...headers, "cache-control": "no-store", vary: "accept-encoding" });
      return content;
    },
  };
}
