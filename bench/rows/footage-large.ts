import { mkdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { footageEndpoints } from "#modules/footage/contract/files.ts";

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
import { startProduct } from "../running-product.ts";
import { makeVideo } from "../video-file.ts";
import { createTask, type Person, sendToUpload, sendVersion } from "../workflow.ts";

const maxGrowth = 64 * 2 ** 20;
/** Files of the ZIP. */
const copies = 4;

interface Transferred extends Cost {
  speed: number;
}

/** A large file of a task compared with a version, and a ZIP of several compared with one file of nginx. */
export const footageLarge: Row = {
  name: "footage-large",
  measure: async (settings) => {
    const { rounds, folder, log, onEnd } = settings;
    const files = join(folder, "served");
    await mkdir(files);
    const file = await makeVideo(files, {
      name: "large.mp4",
      megabits: 20,
      bytes: Math.floor(settings.bytes / copies),
    });
    const product = await startProduct(settings);
    const { creator, editor, reelay, waitUntilIdle } = product;
    const taskId = await createTask(creator, editor, "Large files");
    const [sent, versions]: [Transferred[], Transferred[]] = [[], []];
    for (let round = 1; round <= Math.max(rounds, copies); round += 1) {
      await waitUntilIdle();
      sent.push(await timed(reelay.pid(), file.bytes, () => sendFile(creator, taskId, file, round)));
      await waitUntilIdle();
      const reviewed = await createTask(creator, editor, `Version ${round}`);
      versions.push(await timed(reelay.pid(), file.bytes, () => sendVersion(editor, reviewed, file)));
      log(`file ${summary(sent)}; version ${summary(versions)}`);
    }
    await waitUntilIdle();
    const nginx = await startNginx(folder, dirname(file.path));
    if (nginx) onEnd(nginx.stop);
    const [zips, served]: [Transferred[], Transferred[]] = [[], []];
    const zip = await createZip(creator, taskId);
    for (let round = 1; round <= rounds; round += 1) {
      const reader = await openRangeReader(new URL(zip.url, creator.url), creator.cookie);
      zips.push(await timed(reelay.pid(), zip.bytes, () => reader.read(0, zip.bytes - 1)));
      reader.close();
      log(`ZIP ${summary(zips)}`);
      if (nginx) served.push(await readFromNginx(nginx, file, zip.bytes));
      if (nginx) log(`nginx ${summary(served)}`);
    }
    return [...sentFigures(sent, versions, file.bytes), ...zipFigures(zips, served, zip.bytes)];
  },
};

async function timed(pid: number, bytes: number, act: () => Promise<unknown>): Promise<Transferred> {
  const cost = await watchCost(pid);
  const began = performance.now();
  await act();
  const speed = bytes / ((performance.now() - began) / 1000);
  return { ...(await cost()), speed };
}

async function sendFile(
  creator: Person,
  taskId: number,
  file: { path: string; bytes: number },
  number: number,
): Promise<void> {
  const announced = { path: `Card/C${number}.mp4`, bytes: file.bytes, lastModified: 1_700_000_000_000 };
  const [result] = await creator.call(footageEndpoints.beginFiles, {
    params: { id: String(taskId) },
    body: { files: [announced] },
  });
  if (result?.result !== "send") throw new Error(`The server answered with ${result?.result}.`);
  await sendToUpload(creator, result.uploadUrl, file);
}

async function createZip(creator: Person, taskId: number): Promise<{ url: string; bytes: number }> {
  return creator.call(footageEndpoints.createDownload, {
    params: { id: String(taskId) },
    body: { folders: [{ deliveredBy: null, folder: "" }] },
  });
}

/** Reads a file as often as it takes for `bytes`. */
async function readFromNginx(
  { url, pid }: Nginx,
  file: { path: string; bytes: number },
  bytes: number,
): Promise<Transferred> {
  const reader = await openRangeReader(new URL(basename(file.path), `${url}/`));
  const read = async () => {
    for (let left = bytes; left > 0; left -= file.bytes) await reader.read(0, Math.min(left, file.bytes) - 1);
  };
  const transferred = await timed(pid, bytes, read);
  reader.close();
  return transferred;
}

const speedIn = (runs: readonly Transferred[]) => median(runs.map(({ speed }) => speed));
const grownIn = (runs: readonly Transferred[]) => Math.max(...runs.map(({ grownBytes }) => grownBytes));

function summary(runs: readonly Transferred[]): string {
  const last = runs.at(-1);
  return last
    ? `${perSecond(last.speed)}, ${last.cpuSeconds.toFixed(2)} CPU s, ${mebibytes(last.grownBytes)}`
    : "";
}

function sentFigures(
  sent: readonly Transferred[],
  versions: readonly Transferred[],
  bytes: number,
): Figure[] {
  const what = `file of a task, ${gigabytes(bytes)}`;
  return [
    speedFigure(`${what}, against a version`, speedIn(sent), speedIn(versions), 0.9),
    limitFigure(`${what}, growth of the server's memory`, grownIn(sent), { max: maxGrowth, show: mebibytes }),
  ];
}

function zipFigures(zips: readonly Transferred[], served: readonly Transferred[], bytes: number): Figure[] {
  const what = `ZIP of ${gigabytes(bytes)}`;
  const against =
    served.length > 0
      ? speedFigure(`${what}, against nginx`, speedIn(zips), speedIn(served), 0.9)
      : plainFigure(`${what} (NGINX IS NOT INSTALLED: no baseline)`, perSecond(speedIn(zips)));
  const cpu = median(zips.map(({ cpuSeconds }) => cpuSeconds / (bytes / 1e9)));
  return [
    against,
    plainFigure(`${what}, the server's CPU`, perGigabyte(cpu)),
    limitFigure(`${what}, growth of the server's memory`, grownIn(zips), { max: maxGrowth, show: mebibytes }),
  ];
}
