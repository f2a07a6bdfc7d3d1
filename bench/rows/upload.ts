import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import type { Page } from "@playwright/test";

import { tasksPath } from "#core/paths.ts";

import { chooseVideo } from "../../e2e/support/people.ts";
import { putIntoNginx } from "../baselines/nginx.ts";
import { startPlainPut } from "../baselines/plain-put.ts";
import { launchBrowser, signedIn } from "../browser.ts";
import {
  type Figure,
  gigabytes,
  limitFigure,
  mebibytes,
  median,
  perGigabyte,
  perSecond,
  plainFigure,
  type Row,
  type Settings,
  speedFigure,
} from "../figure.ts";
import { type Cost, watchCost } from "../processes.ts";
import { type Product, startProduct } from "../running-product.ts";
import { makeVideo } from "../video-file.ts";
import { createTask } from "../workflow.ts";

const run = promisify(execFile);

interface Uploaded extends Cost {
  speed: number;
}

/** The upload dialog in Chromium compared with a plain PUT of the same file in the same Chromium. */
export const upload: Row = {
  name: "upload",
  measure: async (settings) => {
    const { bytes, rounds, folder, log, onEnd } = settings;
    const file = await makeVideo(folder, { name: "upload.mp4", megabits: 20, bytes });
    const product = await startProduct(settings);
    const plainPut = await startPlainPut(join(folder, "plain"));
    onEnd(plainPut.stop);
    const page = await openBrowser(product, settings);
    const runs: Runs = { productRuns: [], plain: [] };
    for (let round = 1; round <= rounds; round += 1) {
      const taskTitle = `Upload ${round}`;
      await createTask(product.creator, product.editor, taskTitle);
      await product.waitUntilIdle();
      const uploaded = await uploadInDialog(product, page, taskTitle, file);
      runs.productRuns.push(uploaded);
      log(`product ${summaryOf(uploaded)}`);
      await product.waitUntilIdle();
      const cost = await watchCost(plainPut.pid);
      const seconds = await plainPut.upload(page, file);
      const put = { ...(await cost()), speed: file.bytes / seconds };
      runs.plain.push(put);
      log(`plain PUT ${summaryOf(put)}`);
    }
    return [...figures(runs, file.bytes), ...(await limits(folder, file))];
  },
};

interface Runs {
  productRuns: Uploaded[];
  plain: Uploaded[];
}

const summaryOf = ({ speed, cpuSeconds, grownBytes }: Uploaded) =>
  `${perSecond(speed)}, ${cpuSeconds.toFixed(2)} CPU s, ${mebibytes(grownBytes)}`;

function figures({ productRuns, plain }: Runs, bytes: number): Figure[] {
  const speedOf = (runs: readonly Uploaded[]) => median(runs.map(({ speed }) => speed));
  const cpuOf = (runs: readonly Uploaded[]) =>
    median(runs.map(({ cpuSeconds }) => cpuSeconds / (bytes / 1e9)));
  const grown = Math.max(...productRuns.map(({ grownBytes }) => grownBytes));
  const what = `upload from Chromium, ${gigabytes(bytes)}, against its plain PUT`;
  return [
    speedFigure(what, speedOf(productRuns), speedOf(plain), 0.85),
    limitFigure("upload, the server's CPU", cpuOf(productRuns), {
      max: 1.5,
      show: perGigabyte,
      baseline: cpuOf(plain),
    }),
    limitFigure("upload, growth of the server's memory", grown, {
      max: 64 * 2 ** 20,
      show: mebibytes,
    }),
  ];
}

/** Upper bounds of this machine, without a browser or Node. */
async function limits(folder: string, file: { path: string; bytes: number }): Promise<Figure[]> {
  const copy = join(folder, "copy");
  const began = performance.now();
  await run("cp", [file.path, copy]);
  const copied = (performance.now() - began) / 1000;
  await rm(copy);
  const nginx = await putIntoNginx(folder, file.path);
  const shown = (time: number | null) => (time === null ? "not installed" : perSecond(file.bytes / time));
  return [
    plainFigure("limit: cp of the file", shown(copied)),
    plainFigure("limit: curl -T into nginx", shown(nginx)),
  ];
}

async function openBrowser({ editor }: Product, { onEnd }: Settings): Promise<Page> {
  const browser = await launchBrowser(onEnd);
  const storageState = await signedIn(browser, editor);
  return browser.newPage({ baseURL: editor.url, storageState });
}

/** Speed from the first request to the last confirmed byte, by the browser's clock. */
async function uploadInDialog(
  { reelay, waitUntilIdle, editor }: Product,
  page: Page,
  taskTitle: string,
  file: { path: string; bytes: number },
): Promise<Uploaded> {
  await page.goto(tasksPath("EDITOR"));
  const someone = { name: editor.name, page, context: page.context() };
  const dialog = await chooseVideo(someone, taskTitle, file.path);
  await waitUntilIdle();
  const cost = await watchCost(reelay.pid());
  await dialog.getByRole("button", { name: /^upload/i }).click();
  const outcome = page.getByText(/^(Video uploaded successfully!|Upload failed)/);
  await outcome.waitFor({ timeout: 300_000 });
  const spent = await cost();
  const text = await outcome.innerText();
  if (text.startsWith("Upload failed")) throw new Error(text);
  const milliseconds = await page.evaluate(() => {
    const calls = performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.includes("/task/begin-upload") || name.includes("/media/uploads/"));
    const begun = Math.min(...calls.map(({ startTime }) => startTime));
    return Math.max(...calls.map(({ startTime, duration }) => startTime + duration)) - begun;
  });
  return { ...spent, speed: file.bytes / (milliseconds / 1000) };
}
