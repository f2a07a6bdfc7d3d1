import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { z } from "zod";

import { guestReviewPath, previewPath, settingsPath, signUpPath, tasksPath } from "#core/paths.ts";

const manifestShape = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
);

const entry = "index.html";
const session = "layouts/session.tsx";
const sidebar = "layouts/sidebar-layout.tsx";

/** Paths, as routes, whose scripts are requested together with the page, and their chunks besides the entry. */
export const preloadedChunks: Readonly<Record<string, readonly string[]>> = {
  [previewPath(":taskId")]: [session, "pages/video-preview.tsx"],
  [guestReviewPath(":linkId")]: [session, "pages/guest-review.tsx"],
  [signUpPath]: [session, "pages/auth.tsx"],
  [tasksPath("YOUTUBER")]: [session, sidebar, "pages/tasks.tsx"],
  [tasksPath("EDITOR")]: [session, sidebar, "pages/tasks.tsx"],
  [settingsPath("YOUTUBER")]: [session, sidebar, "pages/settings.tsx"],
  [settingsPath("EDITOR")]: [session, sidebar, "pages/settings.tsx"],
};

/**
 * Adds links to the HTML of the app that load `chunks` and their imports at once. Otherwise the browser would find them
 * only while it runs the entry. They come last, so that a video in the HTML is requested before them. Returns the HTML
 * unchanged where the build has no manifest.
 */
export async function withPreloads(html: string, folder: string, chunks: readonly string[]): Promise<string> {
  const text = await readFile(join(folder, ".vite/manifest.json"), "utf8").catch(() => "{}");
  const manifest = manifestShape.parse(JSON.parse(text));
  const files = new Set<string>();
  const take = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports) take(imported);
  };
  for (const chunk of chunks) take(chunk);
  const missing = [...files].filter((file) => file !== manifest[entry]?.file && !html.includes(`/${file}"`));
  const links = missing.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return html.replace("</body>", () => `${links.join("")}</body>`);
}
