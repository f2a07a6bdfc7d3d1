import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";

import { chromium } from "@playwright/test";
import sharp from "sharp";

import { findChromium } from "./browser-path.ts";
import { lettering, type Lettering, letteringFile } from "./seed/lettering.ts";

/** Draws the texts of `seed/lettering.ts` in Chromium, with transparent background, into `seed/lettering/`. */
const { resolve } = createRequire(import.meta.url);
const fonts = {
  Display: "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2",
  Mono: "@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2",
};
const faces = await Promise.all(
  Object.entries(fonts).map(async ([name, path]) => {
    const font = (await readFile(resolve(path))).toString("base64");
    return `@font-face{font-family:${name};font-weight:200 900;font-stretch:75% 100%;src:url(data:font/woff2;base64,${font})}`;
  }),
);
const style = `${faces.join("")} *{margin:0} body{position:relative} small{display:block}
  h1,b,i{position:absolute;color:#f2ead8} h1{font:700 46px/50px Display;font-stretch:75%} b,i{width:200px;text-align:center}
  b{font:700 40px/44px Display} i{font:500 20px/26px Mono}`;

const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const [name, { size, html }] of Object.entries(lettering)) {
  const [width, height] = size;
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<style>${style}</style>${html}`);
  await page.evaluate("document.fonts.ready");
  const file = letteringFile(name as Lettering);
  await mkdir(dirname(file), { recursive: true });
  await sharp(await page.screenshot({ omitBackground: true }))
    .webp({ quality: 86, alphaQuality: 90 })
    .toFile(file);
  await page.close();
  console.log(file);
}
await browser.close();
