import { basename, dirname } from "node:path";

import { type Nginx, startNginx } from "../baselines/nginx.ts";
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
  speedFigure,
} from "../figure.ts";
import { type Cost, watchCost } from "../processes.ts";
import { openRangeReader } from "../range-reader.ts";
import { rateOf } from "../request-timing.ts";
import { startProduct } from "../running-product.ts";
import { makeVideo } from "../video-file.ts";
import { createTask, sendVersion, untilWatchable } from "../workflow.ts";

const largest = 1e9;
const workers = 50;
const mebibyte = 2 ** 20;

interface Read extends Cost {
  bytes: number;
  speed: number;
}

/** Fifty players of one original, each with its own connection, compared with nginx on the same file. */
export const readers: Row = {
  name: "readers",
  measure: async (settings) => {
    const { rounds, tiny, folder, log, onEnd } = settings;
    const seconds = tiny ? 0.5 : 8;
    const bytes = Math.min(settings.bytes, largest);
    const file = await makeVideo(folder, { name: "readers.mp4", megabits: 20, bytes });
    const product = await startProduct(settings);
    const { creator, editor, reelay } = product;
    const taskId = await createTask(creator, editor, "Readers");
    await sendVersion(editor, taskId, file);
    const { fileUrl } = await untilWatchable(creator, taskId);
    if (fileUrl === null) throw new Error("The video does not play as it is.");
    await product.waitUntilIdle();
    // Memory growth is measured from a server that has not transferred a large file yet.
    await product.restart();
    await product.waitUntilIdle();
    const nginx = await startNginx(folder, dirname(file.path));
    if (nginx) onEnd(nginx.stop);
    else log("NGINX IS NOT INSTALLED, so there is no floor: install nginx-light, or set NGINX_PATH");
    const [productRuns, baselines]: [Read[], Read[]] = [[], []];
    for (let round = 1; round <= rounds; round += 1) {
      const address = new URL(fileUrl, creator.url);
      productRuns.push(
        await readAll(address, file.bytes, { seconds, pid: reelay.pid(), cookie: creator.cookie }),
      );
      log(`product ${summaryOf(productRuns)}`);
      if (!nginx) continue;
      baselines.push(await readFromNginx(nginx, file, seconds));
      log(`nginx ${summaryOf(baselines)}`);
    }
    return figures(productRuns, baselines, file.bytes);
  },
};

function readFromNginx(
  { url, pid }: Nginx,
  file: { path: string; bytes: number },
  seconds: number,
): Promise<Read> {
  return readAll(new URL(basename(file.path), url), file.bytes, { seconds, pid });
}

/** Every reader continues from a position of its own, by ranges of one to four mebibytes, and begins again at the end. */
async function readAll(
  address: URL,
  size: number,
  { seconds, pid, cookie }: { seconds: number; pid: number; cookie?: string },
): Promise<Read> {
  const opened = await Promise.all(Array.from({ length: workers }, () => openRangeReader(address, cookie)));
  const places = opened.map((_, reader) => Math.floor((size / workers) * reader));
  let bytes = 0;
  const cost = await watchCost(pid);
  const began = performance.now();
  await rateOf({ workers, seconds }, async (reader) => {
    const start = places[reader] ?? 0;
    const length = (1 + ((reader + Math.floor(start / mebibyte)) % 4)) * mebibyte;
    const end = Math.min(start + length, size) - 1;
    await opened[reader]?.read(start, end);
    bytes += end - start + 1;
    places[reader] = end + 1 === size ? 0 : end + 1;
  });
  const speed = bytes / ((performance.now() - began) / 1000);
  const spent = await cost();
  for (const reader of opened) reader.close();
  return { ...spent, bytes, speed };
}

const costOf = ({ cpuSeconds, bytes }: Read) => cpuSeconds / (bytes / 1e9);

function summaryOf(reads: readonly Read[]): string {
  const last = reads.at(-1);
  if (!last) return "nothing";
  return `${perSecond(last.speed)}, ${perGigabyte(costOf(last))}, ${mebibytes(last.grownBytes)}`;
}

function figures(productRuns: readonly Read[], baselines: readonly Read[], bytes: number): Figure[] {
  const what = `${workers} readers of ${gigabytes(bytes)}`;
  const speed = median(productRuns.map((run) => run.speed));
  const grown = Math.max(...productRuns.map(({ grownBytes }) => grownBytes));
  const against =
    baselines.length > 0
      ? [
          speedFigure(`${what}, against nginx`, speed, median(baselines.map((run) => run.speed)), 0.8),
          plainFigure(`${what}, nginx's CPU`, perGigabyte(median(baselines.map(costOf)))),
        ]
      : [plainFigure(`${what} (NGINX IS NOT INSTALLED: no baseline)`, perSecond(speed))];
  return [
    ...against,
    plainFigure(`${what}, the server's CPU`, perGigabyte(median(productRuns.map(costOf)))),
    limitFigure(`${what}, growth of the server's memory`, grown, {
      max: 64 * mebibyte,
      show: mebibytes,
    }),
  ];
}
