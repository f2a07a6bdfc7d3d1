import type { FastifyInstance, FastifyRequest } from "fastify";

import { addressOf } from "#core/endpoint-address.ts";
import { earlyPictureId, type FirstResponses, firstResponsesId } from "#core/first-responses.ts";
import { changeMarkerHeader } from "#core/missed-messages.ts";
import { compareParameter, versionParameter } from "#core/paths.ts";
import type { Playback } from "#modules/media/contract.ts";
import { reviewEndpoints } from "#modules/review/contract.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import { sessionCookie } from "#modules/sign-in/rules.ts";

import { deferScripts } from "./defer-scripts.ts";
import type { Page } from "./page.ts";
import { previewRoute } from "./preloads.ts";

interface PageStart {
  /** HTML for the start of the page's body. */
  html: string;
  /** Cookies that the responses set. */
  cookies: string[];
}

/**
 * Serves the page of the preview. For signed-in users, its HTML starts with the responses of its first calls and with its
 * video, which browsers would otherwise request after all scripts, because its priority is the lowest.
 */
export function servePreview(app: FastifyInstance, page: Page, html: string): void {
  const deferred = deferScripts(html, new Set());
  app.get(previewRoute, { schema: { hide: true } }, async (request, reply) => {
    const first = await firstResponses(app, request);
    if (first === null) return page.send(request, reply);
    if (first.cookies.length > 0) reply.header("set-cookie", first.cookies);
    return page.sendPrivate(startingWith(first.html, deferred), reply);
  });
}

/** Puts content at the start of the body, and the start script behind it, which would keep it waiting in the head. */
function startingWith(content: string, html: string): string {
  const script = /<script src="\/start\.js"[^>]*><\/script>/.exec(html)?.[0] ?? "";
  return html.replace(script, "").replace("<body>", () => `<body>${content}${script}`);
}

/**
 * The responses of the calls that the preview makes first, and its video, for the HTML of a signed-in user. Null if the
 * user may not see the preview: then the page asks by itself and reports the error.
 */
async function firstResponses(app: FastifyInstance, request: FastifyRequest): Promise<PageStart | null> {
  const { cookie = "" } = request.headers;
  if (!cookie.includes(`${sessionCookie}=`)) return null;
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  const version = searchParams.get(versionParameter) ?? undefined;
  const id = pathname.split("/").at(-1);
  const addresses = [
    addressOf(sessionEndpoints.checkAuth, {}),
    addressOf(reviewEndpoints.preview, { params: { id }, query: { version } }),
  ];
  const responses = await Promise.all(addresses.map((url) => inject(app, request, url)));
  if (responses.some(({ statusCode }) => statusCode !== 200)) return null;
  const texts = Object.fromEntries(responses.map(({ body }, at) => [addresses[at], body]));
  const marker = Math.min(...responses.map(({ headers }) => Number(headers[changeMarkerHeader] ?? 0)));
  const first: FirstResponses = { marker, texts };
  const data = `<script type="application/json" id="${firstResponsesId}">${inScript(first)}</script>`;
  const playback = searchParams.has(compareParameter) ? null : playbackIn(responses[1]?.body);
  return {
    html: data + pictureOf(playback),
    cookies: responses.flatMap(({ headers }) => headers["set-cookie"] ?? []),
  };
}

/** Calls the API as the browser would, with its cookies and from its address. */
async function inject(app: FastifyInstance, request: FastifyRequest, url: string) {
  const { cookie, host, "user-agent": agent, "x-forwarded-for": client } = request.headers;
  const headers = { cookie, host, "user-agent": agent, "x-forwarded-for": client };
  const sent = Object.entries(headers).filter(([, value]) => value !== undefined);
  return app.inject({
    url,
    headers: Object.fromEntries(sent),
    remoteAddress: request.socket.remoteAddress ?? "",
  });
}

function playbackIn(body = "{}"): Playback | null {
  const { data } = JSON.parse(body) as { data: unknown };
  return reviewEndpoints.preview.response.parse(data).playback;
}

/** The video in the best quality; the start script chooses the light rendition in browsers that use data saver. */
function pictureOf(playback: Playback | null): string {
  if (!playback?.fileUrl) return "";
  const { fileUrl, lightUrl } = playback;
  const light = lightUrl === null ? "" : ` data-light-src="${attribute(lightUrl)}"`;
  const video = `<video src="${attribute(fileUrl)}"${light} preload="metadata" playsinline></video>`;
  return `<div id="${earlyPictureId}" aria-hidden="true">${video}</div>`;
}

function attribute(url: string): string {
  return url.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

/** JSON that can't end its script element. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
