import type { FastifyInstance } from "fastify";

import { commonError } from "#core/error.ts";

/** Headers that every reply carries. Pages add their policy; files carry their own sandbox policy. */
export const always = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
};

const changing = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * CSRF defence beside SameSite cookies: a browser names the origin of every changing request, and it must be this
 * server's own (OWASP, "Verifying origin with standard headers").
 */
export function secureForBrowsers(app: FastifyInstance, appUrl: string): void {
  const own = new URL(appUrl).host;
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(always);
    if (appUrl.startsWith("https:")) reply.header("strict-transport-security", "max-age=31536000");
    const { origin } = request.headers;
    if (!changing.has(request.method) || origin === undefined) return;
    const from = URL.canParse(origin) ? new URL(origin).host : null;
    if (from !== own && from !== request.headers.host) throw commonError("cross_site");
  });
}

/** The policy of the app's pages. `pictures` are other origins whose images may be shown (channel pictures). */
export function pagePolicy(pictures: readonly string[]): string {
  return [
    "default-src 'self'",
    `img-src 'self' data: blob: ${pictures.join(" ")}`.trim(),
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
