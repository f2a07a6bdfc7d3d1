import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

import type { FastifyReply, FastifyRequest } from "fastify";

export interface Page {
  send: (request: FastifyRequest, reply: FastifyReply) => Promise<string | Buffer>;
  /** Sends HTML for this user only, with the same policy. Browsers don't store it. */
  sendPrivate: (html: string, reply: FastifyReply) => string;
}

const compress = promisify(brotliCompress);

/** An HTML page with its content security policy. It is compressed once, when a browser first requests it. */
export function createPage(html: string, policy: string): Page {
  let compressed: Promise<Buffer> | null = null;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "cache-control": "no-cache",
    vary: "accept-encoding",
  };
  return {
    sendPrivate: (content, reply) => {
      reply.headers({ ...headers, "cache-control": "no-store" });
      return content;
    },
    send: async (request, reply) => {
      reply.headers(headers);
      if (!/\bbr\b/.test(String(request.headers["accept-encoding"]))) return html;
      compressed ??= compress(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
      reply.header("content-encoding", "br");
      return compressed;
    },
  };
}
