import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { endpointAddress } from "#core/endpoint-address.ts";
import { footageEndpoints } from "#modules/footage/contract/files.ts";

import { startNginx } from "../baselines/nginx.ts";
import {
  type Figure,
  limitFigure,
  mebibytes,
  median,
  milliseconds,
  plainFigure,
  type Row,
  type Settings,
} from "../figure.ts";
import { type Cost, watchCost } from "../processes.ts";
import { createRequester, timeOf } from "../request-timing.ts";
import { type Product, startProduct } from "../running-product.ts";
import { putFiles, sendToTask, smallFiles } from "../small-files.ts";
import { createTask } from "../workflow.ts";

const fileBytes = 10_000;
const minRate = 300;
const maxGrowth = 1.3;

interface SentFiles extends Cost {
  perSecond: number;
}

/** Many small files of a task: how fast they arrive and are verified, and their list compared with that of few. */
export const footageFiles: Row = {
  name: "footage-files",
  measure: async (settings) => {
    const { rounds, tiny, log } = settings;
    const files = smallFiles(tiny ? 150 : 10_000, fileBytes);
    const product = await startProduct(settings);
    const { creator, editor, reelay, waitUntilIdle } = product;
    const runs: SentFiles[] = [];
    const [verified, puts]: [number[], number[]] = [[], []];
    let many = 0;
    for (let round = 1; round <= rounds; round += 1) {
      many = await createTask(creator, editor, `Stills ${round}`);
      await waitUntilIdle();
      const cost = await watchCost(reelay.pid());
      const began = performance.now();
      const seconds = await sendToTask(creator, many, files);
      await untilVerified(product, many, files.length);
      verified.push(files.length / ((performance.now() - began) / 1000));
      runs.push({ ...(await cost()), perSecond: files.length / seconds });
      puts.push(await putIntoNginx(settings, files));
      const last = runs.at(-1);
      log(
        `${rate(last?.perSecond ?? 0)} sent, ${rate(verified.at(-1) ?? 0)} verified, nginx ${rate(puts.at(-1) ?? 0)}`,
      );
    }
    const few = await createTask(creator, editor, "Few stills");
    await sendToTask(creator, few, files.slice(0, 100));
    await waitUntilIdle();
    const sent = median(runs.map(({ perSecond }) => perSecond));
    const what = `${files.length} files of 10 KB`;
    return [
      {
        what: `${what}, against PUTs into nginx`,
        measured: rate(sent),
        baseline: rate(median(puts)),
        ratio: sent / median(puts),
        target: { text: `≥ ${rate(minRate)}`, met: sent >= minRate },
      },
      plainFigure(`${what}, until verified`, rate(median(verified))),
      plainFigure(
        `${what}, the server's CPU for one`,
        milliseconds(median(runs.map(({ cpuSeconds }) => (cpuSeconds / files.length) * 1000))),
      ),
      limitFigure(`${what}, growth of the server's memory`, Math.max(...runs.map((run) => run.grownBytes)), {
        max: 64 * 2 ** 20,
        show: mebibytes,
      }),
      ...(await listFigures(product, { few, many, count: files.length }, settings)),
    ];
  },
};

const rate = (perSecond: number) => `${Math.round(perSecond)}/s`;

async function untilVerified({ creator }: Product, taskId: number, count: number): Promise<void> {
  for (let tries = 0; tries < 3000; tries += 1) {
    const { folders } = await creator.call(footageEndpoints.footageOverview, {
      params: { id: String(taskId) },
    });
    if (folders.reduce((sum, { files }) => sum + files, 0) === count) return;
    await wait(200);
  }
  throw new Error("The files were not verified within ten minutes.");
}

/** Files per second. */
async function putIntoNginx({ folder }: Settings, files: Parameters<typeof putFiles>[1]): Promise<number> {
  const target = join(folder, "nginx-files");
  await mkdir(target, { recursive: true });
  const nginx = await startNginx(folder, target);
  if (!nginx) return Number.NaN;
  try {
    return files.length / (await putFiles(nginx.url, files));
  } finally {
    await nginx.stop();
    await rm(target, { recursive: true, force: true });
  }
}

/** Response times of what the screen loads first, among many files compared with few, in turns. */
async function listFigures(
  { creator }: Product,
  { few, many, count }: { few: number; many: number; count: number },
  { rounds, tiny }: Settings,
): Promise<Figure[]> {
  const requester = createRequester(creator, 1);
  const address = {
    overview: (id: number) => endpointAddress(footageEndpoints.footageOverview, { params: { id } }),
    "first page": (id: number) =>
      endpointAddress(footageEndpoints.footageFiles, { params: { id }, query: { folder: "Stills" } }),
  };
  const figures: Figure[] = [];
  for (const [what, at] of Object.entries(address)) {
    const times = { few: [] as number[], many: [] as number[] };
    for (let turn = 0; turn < (tiny ? 5 : 100 * rounds); turn += 1) {
      times.few.push(await timeOf(() => requester.request(at(few))));
      times.many.push(await timeOf(() => requester.request(at(many))));
    }
    const [amongFew, amongMany] = [median(times.few), median(times.many)];
    const ratio = amongMany / amongFew;
    figures.push({
      what: `files of a task, ${what}, p50 among ${count}`,
      measured: milliseconds(amongMany),
      baseline: milliseconds(amongFew),
      ratio,
      target: { text: `≤ ${maxGrowth} of the time among 100`, met: ratio <= maxGrowth },
    });
  }
  requester.close();
  return figures;
}
