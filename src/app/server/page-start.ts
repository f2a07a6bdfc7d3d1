import type { FastifyInstance, FastifyRequest } from "fastify";

import { earlyPictureId, firstResponsesId } from "#core/first-responses.ts";
import type { Playback } from "#modules/media/contract/videos.ts";

import { deferScripts } from "./defer-scripts.ts";
import type { Page } from "./page.ts";

/** A page whose HTML contains the responses of its first calls, for users who may see it. */
export interface PageData {
  /** The path of the page, as a route. */
  route: string;
  /** The addresses of the calls that the page makes first, for its URL. */
  calls: (url: URL) => string[];
  /** The name of the cookie that its users have. */
  cookie: string;
  /** The video to start with, from the data of the first call; absent for pages without a video. */
  playbackIn?: (data: unknown, url: URL) => Playback | null;
}

interface PageStart {
  /** HTML for the start of the page's body. */
  html: string;
  /** Cookies that the responses set. */
  cookies: string[];
}

/**
 * Serves a page whose HTML, for users who may see it, starts with the responses of its first calls and with its video, which
 * browsers would otherwise request after all scripts, because its priority is the lowest.
 */
export function servePageWithData(app: FastifyInstance, pageData: PageData, page: Page, html: string): void {
  const content = pageData.playbackIn ? deferScripts(html, new Set()) : html;
  app.get(pageData.route, { schema: { hide: true } }, async (request, reply) => {
    const first = await firstResponses(app, pageData, request);
    if (first === null) return page.send(request, reply);
    if (first.cookies.length > 0) reply.header("set-cookie", first.cookies);
    return page.sendPrivate(startingWith(first.html, content), reply);
  });
}

/** Puts content at the start of the body, and the start script behind it, which would keep it waiting in the head. */
function startingWith(content: string, html: string): string {
  const script = /<script src="\/start\.js"[^>]*><\/script>/.exec(html)?.[0] ?? "";
  return html.replace(script, "").replace("<body>", () => `<body>${content}${script}`);
}

/**
 * The responses of the calls that the page makes first, and its video, for the HTML of its user. Null if the user may not see
 * the page: then the page asks by itself and reports the error.
 */
async function firstResponses(
  app: FastifyInstance,
  { cookie, calls, playbackIn }: PageData,
  request: FastifyRequest,
): Promise<PageStart | null> {
  if (!request.headers.cookie?.includes(`${cookie}=`)) return null;
  const url = new URL(request.url, "http://localhost");
  const addresses = calls(url);
  if (addresses.length === 0) return null;
  const responses = await Promise.all(addresses.map((address) => inject(app, request, address)));
  if (responses.some(({ statusCode }) => statusCode !== 200)) return null;
  const texts = Object.fromEntries(responses.map(({ body }, at) => [addresses[at], body]));
  const data = `<script type="application/json" id="${firstResponsesId}">${inScript(texts)}</script>`;
  const result = JSON.parse(responses[0]?.body ?? "{}") as { data: unknown };
  return {
    html: data + earlyPicture(playbackIn?.(result.data, url) ?? null),
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

/**
 * The video in the best quality, with a button that plays it. The start script shows the button, and chooses the light rendition in
 * browsers that use data saver.
 */
function earlyPicture(playback: Playback | null): string {
  if (!playback?.fileUrl) return "";
  const { fileUrl, lightUrl } = playback;
  const light = lightUrl === null ? "" : ` data-light-src="${attribute(lightUrl)}"`;
  const video = `<video src="${attribute(fileUrl)}"${light} preload="metadata" playsinline></video>`;
  return `<div id="${earlyPictureId}">${video}<button type="button" aria-label="Play" hidden>${playIcon}</button></div>`;
}

const playIcon = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 4v16l14-8z"/></svg>';

function attribute(url: string): string {
  return url.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

/** JSON that can't end its script element. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
