import { type ChildProcess, spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { AdapterError } from "#core/adapter-error.ts";

import {
  defaultLimits,
  type RemoteFile,
  type Probe,
  type ProbeLimits,
  probeShape,
  refuse,
  withinLimits,
} from "./facts.ts";
import { readFactsWithFfmpeg } from "./ffmpeg-facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { withFrameTimes } from "./frame-times.ts";
import type { ProbeRequest, ProbeMessage, RequestedBytes } from "./probe-messages.ts";
import type { Extent } from "./read-facts.ts";
import { withResourceLimits } from "./run.ts";
import { needsTrial, withHeardSound } from "./sound-tracks.ts";

interface ProbeOptions {
  limits?: ProbeLimits;
  /** Reads containers that mediabunny doesn't support (AVI, MXF). Without it they are rejected. */
  ffmpeg: Ffmpeg | null;
  timeLimitSeconds?: number;
}

/**
 * Returns the facts of a local file, or a refusal with a message for the user. Untrusted files are parsed in
 * a separate process with limited memory.
 */
export async function probe(path: string, options: ProbeOptions): Promise<Probe> {
  if ((await stat(path)).size === 0) return refuse("empty_file");
  const { ffmpeg, limits = defaultLimits, timeLimitSeconds = 60 } = options;
  const read = await readInProcess(path, { extent: ffmpeg ? "start" : "all", timeLimitSeconds });
  const probedFacts = read ?? (ffmpeg ? await readFactsWithFfmpeg(ffmpeg, path) : refuse("not_a_video"));
  const accepted = withinLimits(probedFacts, limits);
  if (!accepted.ok || !ffmpeg) return accepted;
  const heard = await withHeardSound(ffmpeg, path, accepted);
  if (!heard.ok) return heard;
  const facts = await withFrameTimes(ffmpeg, path, heard.facts);
  // A stream without a container, of which no frame can be read.
  if (facts.durationSeconds === 0) return refuse("truncated");
  return withinLimits({ ok: true, facts }, limits);
}

/**
 * Like `probe` for a remote file, reading only the ranges with its structure. `null` if it must be local: only ffmpeg may
 * support its container or sound, or it has no index of frame times. Rejects with errors of `read`.
 */
export async function probeRemote(
  file: RemoteFile,
  options: Pick<ProbeOptions, "limits" | "timeLimitSeconds">,
): Promise<Probe | null> {
  if (file.bytes === 0) return refuse("empty_file");
  const { timeLimitSeconds = 60 } = options;
  const read = await readInProcess(file, { extent: "index", timeLimitSeconds });
  if (read?.ok && needsTrial(read.facts)) return null;
  return read && withinLimits(read, options.limits ?? defaultLimits);
}

const maxHeapMegabytes = 512;

let jobs = 0;

async function readInProcess(
  file: string | RemoteFile,
  { extent, timeLimitSeconds }: { extent: Extent; timeLimitSeconds: number },
): Promise<Probe | null> {
  const reader = await takeReader();
  const job = jobs++;
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  let answered = false;
  const onMessage = (message: ProbeMessage) => {
    if (message.job !== job) return;
    if ("found" in message) {
      answered = true;
      resolve(message.found);
    } else if (typeof file !== "string") sendBytes(file, reader, message.requested).catch(reject);
  };
  const onExit = (code: number | null, signal: string | null) => {
    // Node aborts with SIGABRT when its memory is used up. Other signals are unrelated to the file.
    if (signal === "SIGABRT") resolve(refuse("absurd_dimensions"));
    else
      reject(
        retryableError(
          "killed",
          `The system ended the analysis of this video (${signal ?? code}). Try again.`,
        ),
      );
  };
  const onError = (cause: Error) =>
    reject(
      retryableError(
        "not_started",
        `The analysis of this video could not start (${cause.message}). Try again.`,
      ),
    );
  reader.on("message", onMessage).on("exit", onExit).on("error", onError);
  const limit = setTimeout(() => {
    reject(
      retryableError(
        "time_limit",
        `The analysis of this video took longer than ${timeLimitSeconds} seconds.`,
      ),
    );
  }, timeLimitSeconds * 1000);
  const place = typeof file === "string" ? file : { bytes: file.bytes };
  const request: ProbeRequest = { job, file: place, extent };
  reader.send(request);
  try {
    return probeShape.nullable().parse(await promise);
  } finally {
    clearTimeout(limit);
    reader.off("message", onMessage).off("exit", onExit).off("error", onError);
    if (answered) returnReader(reader);
    else reader.kill("SIGKILL");
  }
}

function retryableError(code: string, message: string): AdapterError {
  return new AdapterError({ kind: "retry", code, message });
}

async function sendBytes(
  file: RemoteFile,
  reader: ChildProcess,
  { id, start, end }: { id: number; start: number; end: number },
): Promise<void> {
  const message: RequestedBytes = { id, bytes: await file.read(start, end) };
  reader.send(message);
}

/** Kept for the next file, since starting a process takes longer than reading most files. */
let spare: ChildProcess | null = null;

/** Starts the probe process in advance. */
export async function prestartProbe(): Promise<void> {
  if (!spare) returnReader(await startReader());
}

async function takeReader(): Promise<ChildProcess> {
  const reader = spare ?? (await startReader());
  if (spare === reader) spare = null;
  reader.ref();
  reader.channel?.ref();
  return reader;
}

function returnReader(reader: ChildProcess): void {
  if (spare || !reader.connected) return void reader.kill("SIGKILL");
  reader.unref();
  reader.channel?.unref();
  spare = reader;
}

async function startReader(): Promise<ChildProcess> {
  const [program, ...before] = await withResourceLimits(process.execPath, 0);
  const script = fileURLToPath(new URL("./probe-process.ts", import.meta.url));
  const reader = spawn(program, [...before, `--max-old-space-size=${maxHeapMegabytes}`, script], {
    env: {},
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
    windowsHide: true,
  });
  const forgetSpare = () => {
    if (spare === reader) spare = null;
  };
  // While it is idle there are no other listeners.
  return reader.on("error", forgetSpare).on("exit", forgetSpare);
}
