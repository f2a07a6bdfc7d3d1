import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import type { Browser } from "@playwright/test";
import sharp from "sharp";

import { colours, logo } from "../icons/mark.ts";

const { resolve } = createRequire(import.meta.url);
const fonts = {
  Display: "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wdth-normal.woff2",
  Mono: "@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2",
};
const steps = ["assigned", "in review", "approved", "publishing", "published"];
/** Position of the playhead as a share of the track. */
const position = 0.667;
const [frames, frameWidth] = [24, 112];

/** Draws the image that other sites show with a link: the hero of the landing page with the frames of `filmStrip`. */
export async function drawOpenGraph(browser: Browser, filmStrip: string, file: string): Promise<void> {
  const film = (await sharp(filmStrip).png().toBuffer()).toString("base64");
  const faces = await Promise.all(
    Object.entries(fonts).map(async ([name, path]) => {
      const font = (await readFile(resolve(path))).toString("base64");
      return `@font-face{font-family:${name};font-weight:200 900;font-stretch:75% 100%;src:url(data:font/woff2;base64,${font})}`;
    }),
  );
  const cells = Array.from({ length: frames }, (_, index) => {
    const left = `calc(50% + ${((frames - 1) / 2 - index) * (frameWidth / 2)}px)`;
    return `<i style="background-position-x:${left};opacity:${index / frames <= position ? 1 : 0.25}"></i>`;
  });
  const names = steps.map(
    (step, index) => `<span class="${["", "", "", "live", "ahead"][index]}">${step}</span>`,
  );
  const ticks = Array.from({ length: steps.length + 1 }, (_, index) => {
    const share = index / steps.length;
    return `<b style="left:${share * 100}%;background:${share <= position ? colours.ink : "#4a4642"}"></b>`;
  });
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.setContent(`<style>${faces.join("")}
    body{margin:0;padding:56px 72px;background:${colours.background};color:${colours.ink};box-sizing:border-box;height:630px;overflow:hidden}
    svg{height:54px;display:block}
    p{margin:34px 0 0;font:800 140px/122px Display;font-stretch:75%;letter-spacing:-.045em}
    p span{display:block;color:#8e8780}
    div{display:flex}
    .names{margin-top:40px;font:20px/28px Mono;color:#b6afa6} .names span{flex:1} .live{color:${colours.tally}} .ahead{color:#8e8780}
    .track{position:relative;height:3px;margin:30px 0 24px;background:#35322f}
    .track u{position:absolute;inset:0 auto 0 0;width:${position * 100}%;background:${colours.ink}}
    .track b{position:absolute;top:-5px;width:3px;height:13px;margin-left:-1px}
    .track svg{position:absolute;left:calc(${position * 100}% - 11px);top:-24px;height:220px;width:22px}
    .film{gap:4px;height:112px} .film i{flex:1;border-radius:2px;background:url(data:image/png;base64,${film}) 0/auto 100%}
    </style>${logo}<p>Upload once.<span>Review. Publish.</span></p>
    <div class="names">${names.join("")}</div>
    <div class="track"><u></u>${ticks.join("")}<svg viewBox="0 0 22 220"><path fill="${colours.tally}" d="M2 0h18a2 2 0 0 1 2 2v9l-9 8v201h-4V19L0 11V2a2 2 0 0 1 2-2z"/></svg></div>
    <div class="film">${cells.join("")}</div>`);
  await page.evaluate("document.fonts.ready");
  await sharp(await page.screenshot())
    .png({ palette: true, quality: 90, compressionLevel: 9 })
    .toFile(file);
  await page.close();
}
