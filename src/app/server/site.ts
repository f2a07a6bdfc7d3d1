import { readFile } from "node:fs/promises";
import { join } from "node:path";

import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";

import { apiReferencePath, signUpPath } from "#core/paths.ts";
import { authMode, type SignInOptions } from "#modules/sign-in/rules/sign-in-options.ts";
import { logInTitle, prerenderedPages, publicPages } from "#modules/site/rules/public-pages.ts";

import { pagesWithData } from "./page-data.ts";
import { metadataMarker, pageMetadata } from "./page-metadata.ts";
import { servePageWithData } from "./page-start.ts";
import { createPage, type Page } from "./page.ts";
import { preloadedChunks, withPreloads } from "./preloads.ts";
import { pagePolicy } from "./security-headers.ts";
import { pagePathsFile, prerenderedFile } from "./web-folder.ts";

interface Settings {
  /** Folder of the built browser app. */
  folder: string;
  /** Further origins of images. */
  pictures: readonly string[];
  appUrl: string;
  signInOptions: SignInOptions;
  /** Whether a request has the session of an operator. For all others, the administration doesn't exist. */
  isOperator: (request: FastifyRequest) => Promise<boolean>;
}

const adminPages = new URLPattern({ pathname: "/admin{/*}?" }, { ignoreCase: true });

/** Serves the built browser app: prerendered public pages, files, and its page at all other paths, unknown ones with 404. */
export async function registerSite(app: FastifyInstance, settings: Settings): Promise<void> {
  const { folder, appUrl, signInOptions: options } = settings;
  const policy = pagePolicy(settings.pictures);
  const shell = await readFile(join(folder, "index.html"), "utf8");
  const described = (html: string, page: string) =>
    html.replace(metadataMarker, () => pageMetadata(page, appUrl, options));
  // A build of an older version may have no such file.
  const html = async (file: string, page: string) =>
    createPage(described(await readFile(join(folder, file), "utf8").catch(() => shell), page), policy);
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ["**/*.html", "**/.vite/**", "**/.stamp", `**/${pagePathsFile}`, "**/*.br"],
    setHeaders: (reply, path) => {
      reply.header("cache-control", cacheControl(path));
    },
  });
  const serve = (path: string, page: Page) => app.get(path, { schema: { hide: true } }, page.send);
  // Missing assets, requested by pages of an older build, must not return the page, which would look like a broken
  // script.
  app.get("/assets/*", { schema: { hide: true } }, async (_request, reply) => reply.callNotFound());
  // The build prerenders pages of a server where visitors sign up: others render in the browser what differs.
  const fits = options.signUp === "open" && options.passwordLogin;
  const [offline, screen] = await Promise.all([
    html("offline.html", "/offline.html"),
    html("index.html", "/*"),
  ]);
  for (const path of prerenderedPages) {
    serve(path, await html(fits ? prerenderedFile(path) : "index.html", path));
  }
  serve("/offline.html", offline);
  // Other paths below that of the API are not pages.
  for (const path of [apiReferencePath, `${apiReferencePath}/`]) serve(path, screen);
  const preloading = Object.entries(preloadedChunks).map(async ([path, chunks]) => {
    const content = await withPreloads(described(shell, path), folder, chunks);
    const page = createPage(content, policy);
    const pageData = pagesWithData.find(({ route }) => route === path);
    if (pageData) servePageWithData(app, pageData, page, content);
    else if (path !== signUpPath) serve(path, page);
    else {
      const login = createPage(content.replaceAll(publicPages[path].title, logInTitle), policy);
      app.get(path, { schema: { hide: true } }, (request, reply) => {
        const mode = new URL(request.url, appUrl).searchParams.get("mode");
        return (authMode(mode, options) === "login" ? login : page).send(request, reply);
      });
    }
  });
  await Promise.all(preloading);
  const isPage = await readPagePaths(folder);
  app.get("/*", { schema: { hide: true } }, async (request, reply) => {
    const hidden = adminPages.test(request.url, "http://localhost") && !(await settings.isOperator(request));
    if (hidden || !isPage(request.url)) reply.code(404);
    return screen.send(request, reply);
  });
}

/** Returns whether the browser app has a page at a URL; true for all URLs of a build that doesn't list its pages. */
async function readPagePaths(folder: string): Promise<(url: string) => boolean> {
  const listed = await readFile(join(folder, pagePathsFile), "utf8").catch(() => null);
  if (listed === null) return () => true;
  const patterns = z
    .array(z.string())
    .parse(JSON.parse(listed))
    .map((path) => new URLPattern({ pathname: `${path}{/}?` }, { ignoreCase: true }));
  return (url) => patterns.some((pattern) => pattern.test(url, "http://localhost"));
}

function cacheControl(path: string): string {
  if (path.includes("/assets/")) return "public, max-age=31536000, immutable";
  return path.endsWith("service-worker.js") ? "no-cache" : "public, max-age=3600";
}
