import type { Browser } from "@playwright/test";

import { previewPath } from "#core/paths.ts";

import { launchBrowser, signedIn, type State } from "../browser.ts";
import { limitFigure, median, type Row } from "../figure.ts";
import { startProduct } from "../running-product.ts";
import { makeVideo } from "../video-file.ts";
import { createTask, sendVersion, untilWatchable } from "../workflow.ts";

/** From opening the preview with a cold cache to the first frame of its video, against a page with only that video. */
export const opening: Row = {
  name: "opening",
  measure: async (settings) => {
    const { rounds, folder, log, onEnd } = settings;
    const file = await makeVideo(folder, { name: "opening.mp4", megabits: 1, seconds: 60 });
    const product = await startProduct(settings);
    const { creator, editor } = product;
    const taskId = await createTask(creator, editor, "Opening");
    const watchable = untilWatchable(creator, taskId);
    await sendVersion(editor, taskId, file);
    const { fileUrl } = await watchable;
    if (fileUrl === null) throw new Error("The video does not play as it is.");
    await product.waitUntilIdle();
    const browser = await launchBrowser(onEnd);
    const state = await signedIn(browser, creator);
    const times = { preview: [] as number[], bare: [] as number[] };
    // The first round warms up the server and the browser.
    for (let round = 0; round <= rounds * 3; round += 1) {
      const preview = await timeToFrame(browser, state, `${creator.url}${previewPath(taskId)}`);
      const bare = await timeToFrame(browser, state, `${creator.url}/bare`, fileUrl);
      log(`preview ${milliseconds(preview)}, bare page ${milliseconds(bare)}`);
      if (round === 0) continue;
      times.preview.push(preview);
      times.bare.push(bare);
    }
    const baseline = median(times.bare);
    return [
      limitFigure("preview opened to first frame, cold cache", median(times.preview), {
        max: 1.8 * baseline,
        show: milliseconds,
        baseline,
      }),
    ];
  },
};

const milliseconds = (time: number) => `${time.toFixed(0)} ms`;

/** Milliseconds from the navigation to the first displayed frame, in a browser without cache. */
async function timeToFrame(
  browser: Browser,
  storageState: State,
  url: string,
  videoUrl?: string,
): Promise<number> {
  const context = await browser.newContext({ storageState, serviceWorkers: "block" });
  try {
    const page = await context.newPage();
    if (videoUrl) {
      const body = `<!doctype html><title>Bare</title><video src="${videoUrl}" preload="metadata"></video>`;
      await page.route(url, (route) => route.fulfill({ contentType: "text/html", body }));
    }
    await page.addInitScript(() => {
      const found = new MutationObserver(() => {
        const video = document.querySelector("video");
        if (!video) return;
        found.disconnect();
        video.requestVideoFrameCallback((now) => Reflect.set(window, "firstFrameAt", now));
      });
      found.observe(document, { childList: true, subtree: true });
    });
    await page.goto(url);
    const at = await page.waitForFunction(() => Number(Reflect.get(window, "firstFrameAt")) || null);
    return Number(await at.jsonValue());
  } finally {
    await context.close();
  }
}
