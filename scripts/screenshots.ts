import { resolve } from "node:path";
import { parseArgs } from "node:util";

import { chromium } from "@playwright/test";

import { findChromium } from "./browser-path.ts";
import { takePictures } from "./screenshots/pictures.ts";
import { takeScreens } from "./screenshots/screens.ts";
import { openStudio } from "./screenshots/studio.ts";

/**
 * Takes pictures of the sample studio: `site` creates those of the public pages (src/modules/site/web/pictures)
 * and of the README (docs/images), `screens` saves every screen to `screenshots/`. Without an argument, both.
 */
const root = resolve(import.meta.dirname, "..");
const kinds = ["screens", "site"];
const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.find((kind) => !kinds.includes(kind));
if (unknown !== undefined) {
  console.error(`Unknown argument: ${unknown}. Choose from: ${kinds.join(", ")}.`);
  process.exit(1);
}
const wanted = positionals.length > 0 ? positionals : kinds;

const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-quic"],
});
const studio = await openStudio(browser);
try {
  // The pictures of the public pages publish a task, so they are taken last.
  if (wanted.includes("screens")) await takeScreens(studio, resolve(root, "screenshots"));
  if (wanted.includes("site")) {
    await takePictures(studio, {
      folder: resolve(root, "src/modules/site/web/pictures"),
      openGraph: resolve(root, "public/og.png"),
      readme: resolve(root, "docs/images"),
    });
  }
} finally {
  await studio.close();
  await browser.close();
}
