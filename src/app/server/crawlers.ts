import type { FastifyInstance } from "fastify";

import { publicPaths } from "#modules/site/rules/public-pages.ts";

import { createDocument } from "./page.ts";

const cached = { "cache-control": "public, max-age=3600" };

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
  const serve = (path: string, type: string, lines: readonly string[]) => {
    const content = createDocument(`${lines.join("\n")}\n`, {
      ...cached,
      "content-type": `${type}; charset=utf-8`,
    });
    app.get(path, { schema: { hide: true } }, content.send);
  };
  serve("/robots.txt", "text/plain", robots);
  serve("/sitemap.xml", "application/xml", sitemap);
}
