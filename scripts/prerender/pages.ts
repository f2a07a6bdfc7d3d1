import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { build } from "vite";
import { z } from "zod";

import { deferScripts } from "#app/server/defer-scripts.ts";
import { pagePathsFile, prerenderedFile } from "#app/server/web-folder.ts";
import { howItWorksPath, pricingPath, privacyPath, termsPath, whatWeSolvePath } from "#core/paths.ts";
import { type PrerenderedPage, prerenderedPages, publicPages } from "#modules/site/rules/public-pages.ts";

import { moveStyles } from "./move-styles.ts";

const manifestShape = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
);

/** The sources of each prerendered page, whose scripts it loads. */
const sources: Record<PrerenderedPage, string[]> = {
  "/": [],
  [pricingPath]: ["pages/pricing.tsx"],
  [howItWorksPath]: ["pages/working.tsx"],
  [whatWeSolvePath]: ["pages/what-we-solve.tsx"],
  [privacyPath]: ["pages/privacy.tsx"],
  [termsPath]: ["pages/terms.tsx"],
};

/**
 * Renders the public pages of a built browser app into HTML files that are readable without script, and lists the paths of
 * all pages for the server.
 */
export async function prerenderPages(root: string, folder: string): Promise<void> {
  const shell = await readFile(join(folder, "index.html"), "utf8");
  const manifest = manifestShape.parse(
    JSON.parse(await readFile(join(folder, ".vite/manifest.json"), "utf8")),
  );
  const { contents, pagePaths } = await renderAll(root);
  await writeFile(join(folder, pagePathsFile), JSON.stringify(pagePaths));
  const styles = moveStyles(contents);
  const styleFile = `assets/prerendered-${createHash("sha256").update(styles.css).digest("hex").slice(0, 8)}.css`;
  await writeFile(join(folder, styleFile), styles.css);
  await mkdir(join(folder, "prerendered"));
  for (const path of prerenderedPages) {
    const modules = new Set<string>();
    for (const source of sources[path]) collectScripts(manifest, source, modules);
    const page = deferScripts(shell, modules)
      .replace("</head>", () => `  <link rel="stylesheet" href="/${styleFile}" />\n  </head>`)
      .replace('<div id="root"></div>', () => `<div id="root">${styles.pages.get(path) ?? ""}</div>`)
      .replace(/<noscript>[^]*<\/noscript>/, "");
    await writeFile(join(folder, prerenderedFile(path)), page);
  }
}

interface Rendered {
  /** Without the title, which the server writes with the other metadata. */
  contents: Map<PrerenderedPage, string>;
  /** The path patterns of all pages. */
  pagePaths: string[];
}

async function renderAll(root: string): Promise<Rendered> {
  // Inside the repository, so that its imports find the installed packages.
  const target = await mkdtemp(join(root, "dist/prerender-"));
  try {
    await build({
      configFile: join(root, "vite.config.ts"),
      logLevel: "error",
      publicDir: false,
      build: {
        outDir: target,
        ssr: true,
        manifest: false,
        license: false,
        rolldownOptions: { input: join(root, "src/app/web/prerender.tsx"), output: { codeSplitting: true } },
      },
    });
    const { prerender, pagePaths } = (await import(pathToFileURL(join(target, "prerender.js")).href)) as {
      prerender: (path: string) => Promise<string>;
      pagePaths: string[];
    };
    const contents = new Map<PrerenderedPage, string>();
    for (const path of prerenderedPages) contents.set(path, withoutTitle(path, await prerender(path)));
    return { contents, pagePaths };
  } finally {
    await rm(target, { recursive: true, force: true });
  }
}

function withoutTitle(path: PrerenderedPage, html: string): string {
  const title = `<title>${publicPages[path].title}</title>`;
  if (!html.includes(title)) throw new Error(`${path} does not render its title: ${title}`);
  if (/<script|<template/.test(html)) throw new Error(`${path} was not rendered completely.`);
  return html.replace(title, "");
}

/** Adds the scripts that a page imports, without those it loads later. */
function collectScripts(manifest: z.output<typeof manifestShape>, name: string, found: Set<string>): void {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`The build manifest has no ${name}.`);
  if (!found.has(chunk.file)) {
    found.add(chunk.file);
    for (const imported of chunk.imports) collectScripts(manifest, imported, found);
  }
}
