import { readFileSync } from "node:fs";

import type { FastifyInstance, FastifyReply } from "fastify";

import { html, type Html } from "./html.ts";

interface Page {
  title: string;
  body: Html;
  narrow?: boolean;
}

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "media-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/**
 * The headers of every page: only our own styles, images and video, and no scripts.
 *
 * @param formTargets further origins that a form may redirect to
 */
export function pageHeaders(formTargets: readonly string[] = []): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": [...policy, `form-action ${["'self'", ...formTargets].join(" ")}`].join("; "),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  };
}

/** A complete document with the banner of the sandbox. */
export function renderPage({ title, body, narrow = false }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Sandbox platform</title>
        <link rel="stylesheet" href="/style.css" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="banner">
          <div class="banner-in">
            <a class="brand" href="/">Sandbox platform</a>
            <p>
              Stands in for Google, YouTube, PeerTube and Vimeo on this computer. Nothing here reaches the
              internet.
            </p>
            <nav aria-label="Sandbox">
              <a href="/">Videos</a>
              <a href="/mailbox">Mailbox</a>
            </nav>
          </div>
        </header>
        <main id="main" class="${narrow ? "narrow" : "wide"}">${body}</main>
      </body>
    </html>`.markup;
}

export function sendPage(reply: FastifyReply, page: Page, formTargets: readonly string[] = []): FastifyReply {
  return reply.headers(pageHeaders(formTargets)).send(renderPage(page));
}

/** Routes of the style sheet and the icon. */
export function registerPageParts(app: FastifyInstance): void {
  const parts = [
    { path: "/style.css", file: "style.css", type: "text/css; charset=utf-8" },
    { path: "/icon.svg", file: "icon.svg", type: "image/svg+xml" },
  ];
  for (const { path, file, type } of parts) {
    const content = readFileSync(new URL(file, import.meta.url));
    app.get(path, (_request, reply) =>
      reply.type(type).header("x-content-type-options", "nosniff").send(content),
    );
  }
}
