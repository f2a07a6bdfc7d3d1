import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

import { pagePolicy } from "./browser-security.ts";

const noncePlace = "%CSP_NONCE%";
const hashedFolder = "/assets/";

/** Serves the built browser app; every address that is no file is one of its pages. */
export async function registerSite(
  app: FastifyInstance,
  settings: { folder: string; pictures: readonly string[] },
): Promise<void> {
  const page = await readFile(join(settings.folder, "index.html"), "utf8");
  const pageTag = createHash("sha256").update(page).digest("base64url").slice(0, 16);
  await app.register(fastifyStatic, {
    root: settings.folder,
    index: false,
    wildcard: false,
    globIgnore: ["**/index.html"],
    setHeaders: (reply, path) => {
      const immutable = path.includes(hashedFolder);
      reply.header(
        "cache-control",
        immutable ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      );
    },
  });
  app.get("/*", { schema: { hide: true } }, async (_request, reply) => {
    const policy = pagePolicy(settings.pictures);
    reply.headers({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy.header,
      "cache-control": "no-store",
      "x-reelay-page": pageTag,
    });
    return page.replaceAll(noncePlace, policy.nonce);
  });
}
