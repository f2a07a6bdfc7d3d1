import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { destinationsEndpoints } from "#modules/publishing/contract/destinations.ts";
import { startEndpoints } from "#modules/publishing/contract/start.ts";
import { uploadComplete } from "#modules/publishing/realtime-messages.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { authorizeInSandbox } from "#testing/sandbox.ts";

import { mebibytes, median, perSecond, type Settings } from "./figure.ts";
import { openPlatform, type Platform } from "./platform.ts";
import { type Cost, watchCost } from "./processes.ts";
import { type Product, startProduct } from "./running-product.ts";
import { makeVideo } from "./video-file.ts";
import { createTask, sendVersion, untilStage } from "./workflow.ts";

const run = promisify(execFile);

interface Relayed extends Cost {
  speed: number;
}

/** Medians of all rounds; speeds in bytes per second. */
export interface RelayCosts {
  speed: number;
  baseline: number;
  cpuSecondsPerGigabyte: number;
  /** The largest growth of the server's memory, in bytes. */
  grownBytes: number;
  /** Size of the file. */
  bytes: number;
}

/** Publishes a file of about `bytes` in each round, and uploads the same one with `curl -T`. */
export async function measureRelay(
  settings: Settings,
  options: { megabits: number; serverSettings?: Record<string, string> },
): Promise<RelayCosts> {
  const { bytes, rounds, folder, log, onEnd } = settings;
  const file = await makeVideo(folder, { name: "relay.mp4", megabits: options.megabits, bytes });
  const product = await startProduct(settings, options.serverSettings);
  const platform = await openPlatform(product.reelay);
  onEnd(platform.close);
  const taskIds: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    taskIds.push(await approvedTask(product, round, file));
  }
  await connectChannel(product, taskIds[0] ?? 0);
  await product.waitUntilIdle();
  // Memory growth is measured from a server that has not transferred a large file yet.
  await product.restart();
  // Pending disk writes would slow down the next measurement.
  const flushDisk = async () => {
    await run("sync");
    await product.waitUntilIdle();
  };
  // The platform's first upload after its start is slow.
  await platform.upload(file);
  await flushDisk();
  await platform.clear();
  const productRuns: Relayed[] = [];
  const baselines: number[] = [];
  for (const taskId of taskIds) {
    await flushDisk();
    const relayed = await publish(product, platform, taskId, file.bytes);
    productRuns.push(relayed);
    const { speed, cpuSeconds, grownBytes } = relayed;
    log(`product ${perSecond(speed)}, ${cpuSeconds.toFixed(2)} CPU s, ${mebibytes(grownBytes)}`);
    await product.waitUntilIdle();
    await platform.clear();
    await flushDisk();
    await platform.upload(file);
    const baseline = file.bytes / (await platform.secondsOfNewest());
    baselines.push(baseline);
    log(`curl -T ${perSecond(baseline)}`);
    await product.waitUntilIdle();
    await platform.clear();
  }
  return {
    speed: median(productRuns.map((relayed) => relayed.speed)),
    baseline: median(baselines),
    cpuSecondsPerGigabyte: median(productRuns.map(({ cpuSeconds }) => cpuSeconds / (file.bytes / 1e9))),
    grownBytes: Math.max(...productRuns.map(({ grownBytes }) => grownBytes)),
    bytes: file.bytes,
  };
}

/** A task with an approved version. */
async function approvedTask(
  { creator, editor }: Product,
  round: number,
  file: { path: string; bytes: number },
): Promise<number> {
  const taskId = await createTask(creator, editor, `Relay ${round}`);
  await sendVersion(editor, taskId, file);
  await untilStage(creator, taskId, "in_review");
  await creator.call(reviewEndpoints.approve, { params: { id: taskId }, body: { version: 1 } });
  return taskId;
}

async function connectChannel({ creator }: Product, taskId: number): Promise<void> {
  const address = await creator.call(destinationsEndpoints.authorize, { query: { taskId } });
  const { code, state } = await authorizeInSandbox(address);
  await creator.call(destinationsEndpoints.getAccessToken, {
    body: { code: code ?? "", taskId, state: state ?? "" },
  });
}

/**
 * Publishes a task, timed by the platform's clock like the baseline. The completion message would be later:
 * its row waits for the disk, to which the platform is still writing the video.
 */
async function publish(
  { reelay, creator }: Product,
  platform: Platform,
  taskId: number,
  bytes: number,
): Promise<Relayed> {
  const complete = await creator.listen(uploadComplete);
  const cost = await watchCost(reelay.pid());
  await creator.call(startEndpoints.startDelivery, { body: { taskId, visibility: "private" } });
  await complete.next;
  const spent = await cost();
  const seconds = await platform.secondsOfNewest();
  await untilStage(creator, taskId, "published");
  return { ...spent, speed: bytes / seconds };
}
