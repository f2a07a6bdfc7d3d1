import type { FastifyInstance } from "fastify";

import { publicPaths } from "#modules/site/rules/public-pages.ts";

const cacheControl = "public, max-age=3600";

/** Serves `/robots.txt` and `/sitemap.xml`, which list the public pages (robotstxt.org, sitemaps.org). */
export function registerCrawlerFiles(app: FastifyInstance, appUrl: string): void {
  const robots = ["User-agent: *", "Disallow: /api/", "Disallow: /media/", `Sitemap: ${appUrl}/sitemap.xml`];
  const urls = publicPaths.map((path) => `  <url><loc>${new URL(appUrl + path).href}</loc></url>`);
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
  ];
  app.get("/robots.txt", { schema: { hide: true } }, async (_request, reply) => {
    reply.headers({ "content-type": "text/plain; charset=utf-8", "cache-control": cacheControl });
    return `${robots.join("\n")}\n`;
  });
  app.get("/sitemap.xml", { schema: { hide: true } }, async (_request, reply) => {
    reply.headers({ "content-type": "application/xml; charset=utf-8", "cache-control": cacheControl });
    return `${sitemap.join("\n")}\n`;
  });
}
