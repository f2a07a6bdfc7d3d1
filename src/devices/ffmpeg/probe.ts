import { stat } from "node:fs/promises";
import { Worker } from "node:worker_threads";

import { DeviceFailure } from "#devices/failure.ts";

import {
  defaultLimits,
  type DistantFile,
  type Probe,
  type ProbeLimits,
  probeShape,
  refuse,
  withinLimits,
} from "./facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { readForeignFacts } from "./foreign-facts.ts";
import type { FromProbe, ToProbe } from "./probe-messages.ts";

interface ProbeOptions {
  limits?: ProbeLimits;
  /** Reads the containers that mediabunny doesn't know (AVI, MXF); without it they are refused. */
  ffmpeg: Ffmpeg | null;
  timeLimitSeconds?: number;
}

/**
 * Finds out what a local file is: facts, or a refusal with its sentence. The file is parsed in a worker thread of its
 * own with limited memory, since its content comes from strangers.
 */
export async function probe(path: string, options: ProbeOptions): Promise<Probe> {
  if ((await stat(path)).size === 0) return refuse("empty_file");
  const read = await readInWorker(path, options.timeLimitSeconds ?? 60);
  const found =
    read ?? (options.ffmpeg ? await readForeignFacts(options.ffmpeg, path) : refuse("not_a_video"));
  return withinLimits(found, options.limits ?? defaultLimits);
}

/**
 * The same for a file that lies elsewhere, from the few ranges that hold its structure; `null` when only ffmpeg may
 * know its container, which needs it on this disk. Rejects with what `read` rejects with.
 */
export async function probeDistant(
  file: DistantFile,
  options: Pick<ProbeOptions, "limits" | "timeLimitSeconds">,
): Promise<Probe | null> {
  if (file.bytes === 0) return refuse("empty_file");
  const read = await readInWorker(file, options.timeLimitSeconds ?? 60);
  return read && withinLimits(read, options.limits ?? defaultLimits);
}

function readInWorker(file: string | DistantFile, timeLimitSeconds: number): Promise<Probe | null> {
  const worker = new Worker(new URL("./probe-worker.ts", import.meta.url), {
    workerData: typeof file === "string" ? file : { bytes: file.bytes },
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  worker.on("message", (message: FromProbe) => {
    if ("found" in message) return resolve(message.found);
    if (typeof file !== "string") handOver(file, worker, message.wanted).catch(reject);
  });
  worker.on("error", (error) => {
    const outOfMemory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
    // A parser that stumbles over a file has found damage in it.
    resolve(outOfMemory ? refuse("absurd_dimensions") : refuse("not_a_video"));
  });
  worker.on("exit", () => resolve(refuse("not_a_video")));
  const limit = setTimeout(() => {
    const message = `Reading this video's structure took longer than ${timeLimitSeconds} seconds.`;
    reject(new DeviceFailure({ kind: "retry", code: "time_limit", message }));
  }, timeLimitSeconds * 1000);
  return promise
    .then((found) => probeShape.nullable().parse(found))
    .finally(() => {
      clearTimeout(limit);
      void worker.terminate();
    });
}

async function handOver(
  file: DistantFile,
  worker: Worker,
  { id, start, end }: { id: number; start: number; end: number },
): Promise<void> {
  const message: ToProbe = { id, bytes: await file.read(start, end) };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  worker.postMessage(message);
}
