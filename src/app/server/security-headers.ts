import type { FastifyInstance } from "fastify";

import { commonError } from "#core/error.ts";

/** Headers of every response. Pages add their content security policy; files have a sandbox policy. */
export const securityHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
};

const mutatingMethods = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * Adds the security headers and rejects state-changing requests from other origins, as CSRF protection in
 * addition to SameSite cookies (OWASP, "Verifying origin with standard headers"). JSON isn't cached unless its
 * route says so.
 */
export function addBrowserSecurity(app: FastifyInstance, appUrl: string): void {
  const own = new URL(appUrl);
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(securityHeaders);
    if (appUrl.startsWith("https:")) reply.header("strict-transport-security", "max-age=31536000");
    const { origin } = request.headers;
    if (!mutatingMethods.has(request.method) || origin === undefined) return;
    const { host } = request.headers;
    // A proxy that ends TLS may not forward the scheme, but the one of the app's own host is known.
    const requested = host === own.host ? own.origin : `${request.protocol}://${host}`;
    if (origin !== own.origin && origin !== requested) throw commonError("cross_site");
  });
  app.addHook("onSend", async (_request, reply) => {
    const json = String(reply.getHeader("content-type")).startsWith("application/json");
    if (json && !reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
  });
}

/**
 * Content security policy of the app's pages. `pictures` are further origins of images (channel pictures).
 */
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
