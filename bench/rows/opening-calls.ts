import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";

import type { BrowserContext } from "@playwright/test";

import { apiBase } from "#core/endpoint-address.ts";
import { previewPath } from "#core/paths.ts";

import { launchBrowser, signedIn } from "../browser.ts";
import { fillComments } from "../comment-rows.ts";
import { type Figure, limitFigure, median, milliseconds, plainFigure, type Row } from "../figure.ts";
import { watchCpu } from "../processes.ts";
import { type Product, startProduct, startReview } from "../running-product.ts";
import { makeVideo } from "../video-file.ts";

const comments = 120;
/** Milliseconds of CPU time. */
const limit = 9;

/** Page and calls with which a preview opens, and the CPU time of server and database for all of them. */
export const openingCalls: Row = {
  name: "opening-calls",
  measure: async (settings) => {
    const { rounds, tiny, folder, log, onEnd } = settings;
    const repetitions = tiny ? 1 : 100;
    const file = await makeVideo(folder, { name: "opening.mp4", megabits: 1, seconds: 60 });
    const product = await startProduct(settings);
    const { creator } = product;
    const { taskId, playback } = await startReview(product, "Opening", file);
    await fillComments(product, { taskId, frames: playback.frames, count: comments });
    const browser = await launchBrowser(onEnd);
    const context = await browser.newContext({
      storageState: await signedIn(browser, creator),
      serviceWorkers: "block",
    });
    // The first connection of a new account loads its counts once more.
    await open(context, `${creator.url}${previewPath(taskId)}`);
    const calls = await open(context, `${creator.url}${previewPath(taskId)}`);
    await context.close();
    const replay = async (paths: readonly string[]) => {
      for (const path of paths) {
        const response = await fetch(`${creator.url}${path}`, { headers: { cookie: creator.cookie } });
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`${path}: ${response.status}`);
      }
    };
    const processes = await processesOf(product);
    const costOf = async (paths: readonly string[]): Promise<number> => {
      const spent = await watchCpu(processes);
      for (let each = 0; each < repetitions; each += 1) await replay(paths);
      return ((await spent()) * 1000) / repetitions;
    };
    await costOf(calls);
    const whole: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      whole.push(await costOf(calls));
      log(`page and calls: ${milliseconds(whole.at(-1) ?? 0)} of CPU time`);
    }
    const figures: Figure[] = [];
    for (const path of calls) figures.push(plainFigure(path, milliseconds(await costOf([path]))));
    return [
      plainFigure("page and calls with which a preview opens", String(calls.length)),
      limitFigure("CPU time of server and database for all of them", median(whole), {
        max: limit,
        show: milliseconds,
      }),
      ...figures,
    ];
  },
};

/** Opens a preview until its comments are shown. Returns the paths of the page, which contains the user and the preview, and of its calls. */
async function open(context: BrowserContext, url: string): Promise<string[]> {
  const page = await context.newPage();
  const paths: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    const isCall = request.method() === "GET" && pathname.startsWith(apiBase);
    if (isCall || request.isNavigationRequest()) paths.push(pathname + search);
  });
  await page.goto(url);
  await page.getByRole("article").first().waitFor();
  await page.waitForLoadState("networkidle");
  await page.close();
  return paths;
}

/** The process ids of the server and its database. */
async function processesOf({ reelay }: Product): Promise<number[]> {
  for await (const file of glob(join(reelay.dataFolder, "postgres/**/postmaster.pid"))) {
    return [reelay.pid(), Number((await readFile(file, "utf8")).split("\n")[0])];
  }
  throw new Error("The database is not running.");
}
