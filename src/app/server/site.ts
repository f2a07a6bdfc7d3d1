import { readFile } from "node:fs/promises";
import { join } from "node:path";

import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

import { metadataMarker, pageMetadata } from "./page-metadata.ts";
import { pagePolicy } from "./security-headers.ts";

/** Serves the built browser app. Paths without a file return its page. */
export async function registerSite(
  app: FastifyInstance,
  settings: { folder: string; pictures: readonly string[]; appUrl: string },
): Promise<void> {
  const page = await readFile(join(settings.folder, "index.html"), "utf8");
  const offlinePage = await readFile(join(settings.folder, "offline.html"), "utf8");
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": pagePolicy(settings.pictures),
    "cache-control": "no-cache",
  };
  await app.register(fastifyStatic, {
    root: settings.folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ["**/*.html", "**/.vite/**", "**/.stamp", "**/*.br"],
    setHeaders: (reply, path) => {
      reply.header("cache-control", cacheControl(path));
    },
  });
  app.get("/offline.html", { schema: { hide: true } }, async (_request, reply) => {
    reply.headers(headers);
    return offlinePage;
  });
  // Missing assets, requested by pages of an older build, must not return the page, which would look like a broken
  // script.
  app.get("/assets/*", { schema: { hide: true } }, async (_request, reply) => reply.callNotFound());
  app.get("/*", { schema: { hide: true } }, async (request, reply) => {
    reply.headers(headers);
    const [path = "/"] = request.url.split("?");
    return page.replace(metadataMarker, () => pageMetadata(path, settings.appUrl));
  });
}

function cacheControl(path: string): string {
  if (path.includes("/assets/")) return "public, max-age=31536000, immutable";
  return path.endsWith("service-worker.js") ? "no-cache" : "public, max-age=3600";
}
