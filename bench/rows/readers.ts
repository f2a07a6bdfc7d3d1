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
import { startProduct } from "../product.ts";
import { openRangeReader } from "../range-reader.ts";
import { rateOf } from "../requests.ts";
import { createTask, sendVersion, untilWatchable } from "../studio.ts";
import { makeVideo } from "../video-file.ts";

const largest = 1e9;
const load = { workers: 50, seconds: 8 };
const mebibyte = 2 ** 20;

interface Read extends Cost {
  bytes: number;
  speed: number;
}

/** Fifty players of one original, each with its own connection, against nginx on the same file. */
export const readers: Row = {
  name: "readers",
  measure: async (settings) => {
    const { rounds, folder, say, atEnd } = settings;
    const bytes = Math.min(settings.bytes, largest);
    const file = await makeVideo(folder, { name: "readers.mp4", megabits: 20, bytes });
    const product = await startProduct(settings);
    const { creator, editor, reelay } = product;
    const taskId = await createTask(creator, editor, "Readers");
    await sendVersion(editor, taskId, file);
    const { fileUrl } = await untilWatchable(creator, taskId);
    if (fileUrl === null) throw new Error("The video does not play as it is.");
    await product.atRest();
    // Memory is compared with that of a server that has not carried a large file yet.
    await product.restart();
    await product.atRest();
    const nginx = await startNginx(folder, dirname(file.path));
    if (nginx) atEnd(nginx.stop);
    else say("NGINX IS NOT INSTALLED, so there is no floor: install nginx-light, or set NGINX_PATH");
    const [ours, floors]: [Read[], Read[]] = [[], []];
    for (let round = 1; round <= rounds; round += 1) {
      const address = new URL(fileUrl, creator.url);
      ours.push(await readAll(address, file.bytes, reelay.pid(), creator.cookie));
      say(`product ${inWords(ours)}`);
      if (!nginx) continue;
      floors.push(await readFromNginx(nginx, file));
      say(`nginx ${inWords(floors)}`);
    }
    return figures(ours, floors, file.bytes);
  },
};

function readFromNginx(nginx: Nginx, file: { path: string; bytes: number }): Promise<Read> {
  return readAll(new URL(basename(file.path), nginx.url), file.bytes, nginx.pid);
}

/** Every reader goes on from a place of its own, by ranges of one to four mebibytes, and begins again at the end. */
async function readAll(address: URL, size: number, pid: number, cookie?: string): Promise<Read> {
  const opened = await Promise.all(
    Array.from({ length: load.workers }, () => openRangeReader(address, cookie)),
  );
  const places = opened.map((_, reader) => Math.floor((size / load.workers) * reader));
  let bytes = 0;
  const cost = await watchCost(pid);
  const began = performance.now();
  await rateOf(load, async (reader) => {
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

function inWords(reads: readonly Read[]): string {
  const last = reads.at(-1);
  if (!last) return "nothing";
  return `${perSecond(last.speed)}, ${perGigabyte(costOf(last))}, ${mebibytes(last.grownBytes)}`;
}

function figures(ours: readonly Read[], floors: readonly Read[], bytes: number): Figure[] {
  const what = `${load.workers} readers of ${gigabytes(bytes)}`;
  const speed = median(ours.map((run) => run.speed));
  const grown = Math.max(...ours.map(({ grownBytes }) => grownBytes));
  const against =
    floors.length > 0
      ? [
          speedFigure(`${what}, against nginx`, speed, median(floors.map((run) => run.speed)), 0.8),
          plainFigure(`${what}, nginx's CPU`, perGigabyte(median(floors.map(costOf)))),
        ]
      : [plainFigure(`${what} (NGINX IS NOT INSTALLED: no floor)`, perSecond(speed))];
  return [
    ...against,
    plainFigure(`${what}, the server's CPU`, perGigabyte(median(ours.map(costOf)))),
    limitFigure(`${what}, growth of the server's memory`, grown, {
      most: 64 * mebibyte,
      show: mebibytes,
    }),
  ];
}
