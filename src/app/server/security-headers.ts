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

/** Browsers store secure cookies of these without HTTPS. */
const localHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);
const mutatingMethods = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * Adds the security headers and rejects state-changing requests from other origins, as CSRF protection in
 * addition to SameSite cookies (OWASP, "Verifying origin with standard headers"). JSON isn't cached unless its
 * route says so.
 */
export function addBrowserSecurity(app: FastifyInstance, appUrl: string): void {
  const appAddress = new URL(appUrl);
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(securityHeaders);
    if (appUrl.startsWith("https:")) reply.header("strict-transport-security", "max-age=31536000");
    const { origin } = request.headers;
    if (!mutatingMethods.has(request.method) || origin === undefined) return;
    if (lacksHttps(origin, appAddress)) {
      const message = `This page works over HTTPS only. Open ${appAddress.origin}, or ask the operator of this server to change its setting APP_URL.`;
      throw commonError("needs_https", { message });
    }
    const { host } = request.headers;
    // A proxy that ends TLS may not forward the scheme, but the one of the app's own host is known.
    const requested = host === appAddress.host ? appAddress.origin : `${request.protocol}://${host}`;
    if (origin === appAddress.origin || origin === requested) return;
    const message = `This request came from ${origin} and was rejected. If that is the address of this server, its operator has to set APP_URL to it.`;
    throw commonError("cross_site", { message });
  });
  app.addHook("onSend", async (_request, reply) => {
    const json = String(reply.getHeader("content-type")).startsWith("application/json");
    if (json && !reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
  });
}

/** Whether a page came without HTTPS, so that its browser would not store the app's secure cookies. */
function lacksHttps(origin: string, own: URL): boolean {
  const page = URL.parse(origin);
  return own.protocol === "https:" && page?.protocol === "http:" && !localHosts.has(page.hostname);
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
