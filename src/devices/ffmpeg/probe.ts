import { stat } from "node:fs/promises";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";

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
import type { Commission, FromProbe, ToProbe } from "./probe-messages.ts";

interface ProbeOptions {
  limits?: ProbeLimits;
  /** Reads the containers that mediabunny doesn't know (AVI, MXF); without it they are refused. */
  ffmpeg: Ffmpeg | null;
  timeLimitSeconds?: number;
}

/**
 * Finds out what a local file is: facts, or a refusal with its sentence. The file is parsed in a worker thread with
 * limited memory, since its content comes from strangers.
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

async function readInWorker(file: string | DistantFile, timeLimitSeconds: number): Promise<Probe | null> {
  const worker = hire();
  const { port1: port, port2 } = new MessageChannel();
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  let answered = false;
  port.on("message", (message: FromProbe) => {
    if ("found" in message) {
      answered = true;
      resolve(message.found);
    } else if (typeof file !== "string") handOver(file, port, message.wanted).catch(reject);
  });
  const onError = (error: Error) => {
    const outOfMemory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
    resolve(refuse(outOfMemory ? "absurd_dimensions" : "not_a_video"));
  };
  const onExit = () => resolve(refuse("not_a_video"));
  worker.on("error", onError).on("exit", onExit);
  const limit = setTimeout(() => {
    const message = `Reading this video's structure took longer than ${timeLimitSeconds} seconds.`;
    reject(new DeviceFailure({ kind: "retry", code: "time_limit", message }));
  }, timeLimitSeconds * 1000);
  const commission: Commission = {
    file: typeof file === "string" ? file : { bytes: file.bytes },
    port: port2,
  };
  worker.postMessage(commission, [port2]);
  try {
    return probeShape.nullable().parse(await promise);
  } finally {
    clearTimeout(limit);
    port.close();
    worker.off("error", onError).off("exit", onExit);
    if (answered) release(worker);
    else void worker.terminate();
  }
}

/** Waits for the next file, since starting a worker takes far longer than reading most files. */
let spare: Worker | null = null;

function hire(): Worker {
  const worker = spare ?? startWorker();
  spare = null;
  worker.ref();
  return worker;
}

function release(worker: Worker): void {
  if (spare) return void worker.terminate();
  worker.unref();
  spare = worker;
}

function startWorker(): Worker {
  const worker = new Worker(new URL("./probe-worker.ts", import.meta.url), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  // Nobody else listens while it waits.
  worker.on("error", () => {});
  worker.on("exit", () => {
    if (spare === worker) spare = null;
  });
  return worker;
}

async function handOver(
  file: DistantFile,
  port: MessagePort,
  { id, start, end }: { id: number; start: number; end: number },
): Promise<void> {
  const message: ToProbe = { id, bytes: await file.read(start, end) };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origin
  port.postMessage(message);
}
