import type { Browser, Page } from "@playwright/test";

import { previewPath } from "#core/paths.ts";

import { launchBrowser, signedIn } from "../browser.ts";
import { fillComments } from "../comment-rows.ts";
import { type Figure, limitFigure, milliseconds, plainFigure, type Row } from "../figure.ts";
import { startProduct, startReview } from "../running-product.ts";
import { longestTasks, type LongestTasks } from "../trace.ts";
import { makeVideo } from "../video-file.ts";

/** Milliseconds. */
const limit = 50;

/** The longest task of the main thread while a user scrolls 5,000 comments on one version and seeks through them. */
export const commentList: Row = {
  name: "comment-list",
  measure: async (settings) => {
    const { rounds, tiny, folder, log, onEnd } = settings;
    const count = tiny ? 500 : 5000;
    const file = await makeVideo(folder, { name: "comments.mp4", megabits: 1, seconds: 60 });
    const product = await startProduct(settings);
    const { creator } = product;
    const { taskId, playback } = await startReview(product, "Comments", file);
    log(`inserting ${count} comments`);
    await fillComments(product, { taskId, frames: playback.frames, count });
    const browser = await launchBrowser(onEnd);
    const storageState = await signedIn(browser, creator);
    const context = await browser.newContext({
      storageState,
      serviceWorkers: "block",
      viewport: { width: 1440, height: 900 },
    });
    const page = await context.newPage();
    await page.goto(`${creator.url}${previewPath(taskId)}`);
    await page.getByRole("button", { name: `Open ${count.toLocaleString("en-US")}` }).waitFor();
    await page.getByRole("article").first().waitFor();
    const figures: Figure[] = [];
    for (const [what, act] of Object.entries(actions)) {
      // The first round warms up the browser.
      await longestTasksDuring(browser, page, act);
      const measured: LongestTasks[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const longest = await longestTasksDuring(browser, page, act);
        log(`${what}: ${milliseconds(longest.elapsed)}, ${milliseconds(longest.processor)} of the processor`);
        measured.push(longest);
      }
      const most = (part: keyof LongestTasks) => Math.max(...measured.map((one) => one[part]));
      figures.push(
        limitFigure(`${what}, longest task`, most("elapsed"), { max: limit, show: milliseconds }),
        plainFigure("the same, processor's time", milliseconds(most("processor"))),
      );
    }
    return figures;
  },
};

const steps = 60;

const actions = {
  "scroll 5,000 comments": async (page: Page) => {
    const list = await page.getByRole("region", { name: "Comments", exact: true }).boundingBox();
    if (!list) throw new Error("The comments are invisible.");
    await page.mouse.move(list.x + list.width / 2, list.y + list.height / 2);
    for (const direction of [1, -1]) {
      for (let step = 0; step < steps; step += 1) await page.mouse.wheel(0, direction * 900);
    }
  },
  "step through 5,000 comments by key": async (page: Page) => {
    await page.keyboard.press("Home");
    for (let step = 0; step < steps; step += 1) await page.keyboard.press("n");
  },
  "seek through 5,000 marks": async (page: Page) => {
    const slider = await page.getByRole("slider", { name: "Seek" }).boundingBox();
    if (!slider) throw new Error("The timeline is invisible.");
    const y = slider.y + slider.height / 2;
    await page.mouse.move(slider.x + 2, y);
    await page.mouse.down();
    await page.mouse.move(slider.x + slider.width - 2, y, { steps });
    await page.mouse.up();
  },
};

async function longestTasksDuring(
  browser: Browser,
  page: Page,
  act: (page: Page) => Promise<void>,
): Promise<LongestTasks> {
  await browser.startTracing(page, { categories: ["toplevel"] });
  await act(page);
  // Work that was put off to an idle period belongs to it as well.
  await page.waitForTimeout(500);
  return longestTasks(await browser.stopTracing());
}
