import type { Browser, Page } from "@playwright/test";

import { previewPath } from "#core/paths.ts";

import { enterAsGuest, launchBrowser, signedIn, type State } from "../browser.ts";
import { limitFigure, median, type Row } from "../figure.ts";
import { startProduct, startReview } from "../running-product.ts";
import { makeVideo } from "../video-file.ts";

/** A page that starts with a video, and how it is opened. */
interface Opened {
  state: State;
  url: string;
  /** The only content of the page instead of the product, which has no Play button. */
  bareVideo?: string;
  /** Whether the connection is slow: 1.6 Mbit/s with a round trip of 150 ms. */
  slow?: boolean;
}

/** Milliseconds from the navigation to the first displayed frame, and to a click on Play that plays the video. */
interface Times {
  frame: number;
  play: number;
}

/**
 * From opening the preview with a cold cache to the first frame of its video, against a page with only that video; for guests
 * and on a slow line against members; and until the video can be played.
 */
export const opening: Row = {
  name: "opening",
  measure: async (settings) => {
    const { rounds, tiny, folder, log, onEnd } = settings;
    const file = await makeVideo(folder, { name: "opening.mp4", megabits: 1, seconds: 60 });
    const product = await startProduct(settings);
    const { creator } = product;
    const { taskId, playback } = await startReview(product, "Opening", file);
    const { fileUrl } = playback;
    if (fileUrl === null) throw new Error("The video does not play as it is.");
    const browser = await launchBrowser(onEnd);
    const state = await signedIn(browser, creator);
    const member = { state, url: `${creator.url}${previewPath(taskId)}` };
    const guest = await enterAsGuest(browser, creator, taskId);
    const pages = {
      member,
      guest,
      bare: { state, url: `${creator.url}/bare`, bareVideo: fileUrl },
      slowMember: { ...member, slow: true },
      slowGuest: { ...guest, slow: true },
    } satisfies Record<string, Opened>;
    const names = Object.keys(pages) as (keyof typeof pages)[];
    const measured = names.map((name) => ({ name, times: [] as Times[] }));
    // The first round warms up the server and the browser.
    for (let round = tiny ? 1 : 0; round <= (tiny ? 1 : rounds * 3); round += 1) {
      for (const { name, times } of measured) {
        const time = await measureOpening(browser, pages[name]);
        log(`${name}: first frame ${milliseconds(time.frame)}, played after ${milliseconds(time.play)}`);
        if (round > 0) times.push(time);
      }
    }
    const of = (wanted: keyof typeof pages, what: keyof Times) =>
      median(measured.find(({ name }) => name === wanted)?.times.map((times) => times[what]) ?? []);
    const firstFrame = (what: string, name: keyof typeof pages, baseline: keyof typeof pages, max: number) =>
      limitFigure(what, of(name, "frame"), {
        max: max * of(baseline, "frame"),
        baseline: of(baseline, "frame"),
        show: milliseconds,
      });
    // Nothing can play before its first frame is there.
    const played = (what: string, name: keyof typeof pages) =>
      limitFigure(what, of(name, "play"), {
        max: 1.6 * of(name, "frame"),
        baseline: of(name, "frame"),
        show: milliseconds,
      });
    return [
      firstFrame("preview opened to first frame, cold cache", "member", "bare", 1.8),
      firstFrame("the same for a guest, against a member", "guest", "member", 1.2),
      firstFrame("on a slow line, guest against member", "slowGuest", "slowMember", 1.2),
      played("preview opened to played, against its first frame", "member"),
      played("the same on a slow line", "slowMember"),
    ];
  },
};

const milliseconds = (time: number) => `${time.toFixed(0)} ms`;

/** Opens a page in a browser without cache. */
async function measureOpening(browser: Browser, { state, url, bareVideo, slow }: Opened): Promise<Times> {
  const context = await browser.newContext({ storageState: state, serviceWorkers: "block" });
  try {
    const page = await context.newPage();
    if (slow) await slowDown(page);
    if (bareVideo) {
      const body = `<!doctype html><title>Bare</title><video src="${bareVideo}" preload="metadata"></video>`;
      await page.route(url, (route) => route.fulfill({ contentType: "text/html", body }));
    }
    await page.addInitScript(noteTimes);
    await page.goto(url, { waitUntil: "commit" });
    if (!bareVideo) await page.getByRole("button", { name: "Play", exact: true }).first().click();
    const frame = await noted(page, "firstFrameAt");
    return { frame, play: bareVideo ? frame : await noted(page, "playedAt") };
  } finally {
    await context.close();
  }
}

/** Runs in the page. */
function noteTimes(): void {
  const note = (name: string, now: number) => Reflect.get(window, name) ?? Reflect.set(window, name, now);
  const found = new MutationObserver(() => {
    const video = document.querySelector("video");
    if (!video) return;
    found.disconnect();
    video.requestVideoFrameCallback((now) => note("firstFrameAt", now));
    video.addEventListener("playing", () => note("playedAt", performance.now()));
  });
  found.observe(document, { childList: true, subtree: true });
}

async function noted(page: Page, name: string): Promise<number> {
  const at = await page.waitForFunction((key) => Number(Reflect.get(window, key)) || null, name);
  return Number(await at.jsonValue());
}

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
}
