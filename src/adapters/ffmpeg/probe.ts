import { type ChildProcess, spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { AdapterError } from "#core/adapter-error.ts";

import {
  defaultLimits,
  type DistantFile,
  type Probe,
  type ProbeLimits,
  probeShape,
  refuse,
  withinLimits,
} from "./facts.ts";
import { readForeignFacts } from "./ffmpeg-facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import type { Commission, FromProbe, WantedBytes } from "./probe-messages.ts";
import { limited } from "./run.ts";

interface ProbeOptions {
  limits?: ProbeLimits;
  /** Reads the containers that mediabunny doesn't know (AVI, MXF); without it they are refused. */
  ffmpeg: Ffmpeg | null;
  timeLimitSeconds?: number;
}

/**
 * Finds out what a local file is: facts, or a refusal with its sentence. The file is parsed in a process of its
 * own with limited memory, since its content comes from strangers: what is too much for it ends nothing else.
 */
export async function probe(path: string, options: ProbeOptions): Promise<Probe> {
  if ((await stat(path)).size === 0) return refuse("empty_file");
  const read = await readApart(path, options.timeLimitSeconds ?? 60);
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
  const read = await readApart(file, options.timeLimitSeconds ?? 60);
  return read && withinLimits(read, options.limits ?? defaultLimits);
}

const mostMemoryMegabytes = 512;

let jobs = 0;

async function readApart(file: string | DistantFile, timeLimitSeconds: number): Promise<Probe | null> {
  const reader = await hire();
  const job = jobs++;
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  let answered = false;
  const onMessage = (message: FromProbe) => {
    if (message.job !== job) return;
    if ("found" in message) {
      answered = true;
      resolve(message.found);
    } else if (typeof file !== "string") handOver(file, reader, message.wanted).catch(reject);
  };
  const onExit = (code: number | null, signal: string | null) => {
    // Node gives up by SIGABRT when its memory is used up; any other end says nothing of the file.
    if (signal === "SIGABRT") resolve(refuse("absurd_dimensions"));
    else reject(retried("killed", `Reading this video was ended by the system (${signal ?? code}).`));
  };
  const onError = (cause: Error) => reject(retried("not_started", `Reading can't begin (${cause.message}).`));
  reader.on("message", onMessage).on("exit", onExit).on("error", onError);
  const limit = setTimeout(() => {
    reject(
      retried("time_limit", `Reading this video's structure took longer than ${timeLimitSeconds} seconds.`),
    );
  }, timeLimitSeconds * 1000);
  const commission: Commission = { job, file: typeof file === "string" ? file : { bytes: file.bytes } };
  reader.send(commission);
  try {
    return probeShape.nullable().parse(await promise);
  } finally {
    clearTimeout(limit);
    reader.off("message", onMessage).off("exit", onExit).off("error", onError);
    if (answered) release(reader);
    else reader.kill("SIGKILL");
  }
}

function retried(code: string, message: string): AdapterError {
  return new AdapterError({ kind: "retry", code, message });
}

async function handOver(
  file: DistantFile,
  reader: ChildProcess,
  { id, start, end }: { id: number; start: number; end: number },
): Promise<void> {
  const message: WantedBytes = { id, bytes: await file.read(start, end) };
  reader.send(message);
}

/** Waits for the next file, since starting a process takes far longer than reading most files. */
let spare: ChildProcess | null = null;

/** Starts the process that is going to read the first file, so that nobody waits for its start. */
export async function readyToProbe(): Promise<void> {
  if (!spare) release(await startReader());
}

async function hire(): Promise<ChildProcess> {
  const reader = spare ?? (await startReader());
  if (spare === reader) spare = null;
  reader.ref();
  reader.channel?.ref();
  return reader;
}

function release(reader: ChildProcess): void {
  if (spare || !reader.connected) return void reader.kill("SIGKILL");
  reader.unref();
  reader.channel?.unref();
  spare = reader;
}

async function startReader(): Promise<ChildProcess> {
  const [program, ...before] = await limited(process.execPath, 0);
  const script = fileURLToPath(new URL("./probe-process.ts", import.meta.url));
  const reader = spawn(program, [...before, `--max-old-space-size=${mostMemoryMegabytes}`, script], {
    env: {},
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
    windowsHide: true,
  });
  const leave = () => {
    if (spare === reader) spare = null;
  };
  // Nobody else listens while it waits.
  return reader.on("error", leave).on("exit", leave);
}
