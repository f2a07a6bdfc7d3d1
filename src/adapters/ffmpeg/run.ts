import { type ChildProcess, spawn } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";

import { AdapterError } from "#core/adapter-error.ts";

import type { Ffmpeg } from "./ffmpeg.ts";
import { createTimeLimit } from "./time-limit.ts";
import { conversionTurns, type Pausable } from "./turns.ts";

export interface Progress {
  /** Seconds of output written. */
  outTimeSeconds: number;
  frame: number;
}

export interface RunOptions {
  args: readonly string[];
  /** Folder for relative output names. */
  cwd?: string;
  /** Stops the run at once, also a paused one. Nothing of its output is usable then. */
  signal?: AbortSignal | undefined;
  /** A longer run is stopped (`time_limit`). The time of pauses does not count. */
  timeLimitSeconds: number;
  /** For conversions: makes the run take turns with others, by the file that it converts. */
  turnKey?: string;
  /** 0 (normal) to 19 (only when nothing else runs); by default 15 for conversions, otherwise 5. */
  niceness?: number;
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Receives ffmpeg's output to `pipe:3`. */
  onData?: ((chunk: Buffer) => void) | undefined;
  /** Receive its further outputs: to `pipe:4`, `pipe:5`, … */
  receivers?: readonly ((chunk: Buffer) => void)[] | undefined;
}

/** Data segment limit; 8K video of high bit depth needs about half. */
const maxMemoryBytes = 4 * 1024 ** 3;
const keptStderr = 8192;
/** Conversions get less of the processor than short runs, such as the analysis of another file. */
const [shortNiceness, conversionNiceness] = [5, 15];

/**
 * Containers of video and audio. No playlists (hls, concat), which could read other files, and no still
 * pictures.
 */
const videoFormats =
  "mov,matroska,avi,mxf,mpegts,mpeg,mpegvideo,asf,flv,ogg,dv,gxf,nut,h264,hevc,ivf,obu,m4v,rm,wtv,mp3,aac,wav,flac";

/** Named options as ffmpeg's arguments: `{ "c:v": "libx264" }` becomes `-c:v libx264`. */
export function options(named: Record<string, string | number>): string[] {
  return Object.entries(named).flatMap(([name, value]) => [`-${name}`, String(value)]);
}

/** Input options for a local file of a known format, with at most `maxSide` squared pixels. */
export function sourceArgs(file: string, maxSide = 8192): string[] {
  return options({
    protocol_whitelist: "file,pipe",
    format_whitelist: videoFormats,
    max_pixels: maxSide * maxSide,
    i: `file:${file}`,
  });
}

/**
 * Runs ffmpeg without input or network, at low priority, with at most 4 GiB of memory, and if the system
 * supports it, ended with this process. Rejects with an `AdapterError` (`stopped`, `time_limit`, `no_space`,
 * `out_of_memory`, `killed`, `unreadable`, `unknown_codec`, `ffmpeg_missing`, `ffmpeg_failed`) whose cause is
 * the end of ffmpeg's error output.
 */
export async function runFfmpeg(ffmpeg: Pick<Ffmpeg, "path">, options: RunOptions): Promise<void> {
  if (options.signal?.aborted) throw stoppedError();
  const commonArguments = [
    "-hide_banner",
    "-nostdin",
    "-y",
    "-v",
    "error",
    "-progress",
    "pipe:1",
    "-stats_period",
    "0.5",
  ];
  const [program, ...before] = await withResourceLimits(ffmpeg.path, effectiveNiceness(options));
  // Only where the system ends ffmpeg with this process: a paused one would otherwise stay after a crash.
  const mayPause = (await installed()).setpriv;
  const receivers = [options.onData, ...(options.receivers ?? [])];
  const child = spawn(program, [...before, ...commonArguments, ...options.args], {
    cwd: options.cwd,
    stdio: ["ignore", "pipe", "pipe", ...receivers.map((receiver) => (receiver ? "pipe" : "ignore"))],
    windowsHide: true,
  });

  let stderr = "";
  let writeFailure: string | null = null;
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-keptStderr);
    if (writeFailed.test(stderr)) writeFailure ??= stderr;
  });
  for (const [at, receiver] of receivers.entries()) {
    const output = child.stdio.at(3 + at);
    if (receiver && output instanceof Readable) output.on("data", receiver);
  }
  if (child.stdout) followProgress(child.stdout, options.onProgress);

  let cause: "stopped" | "time_limit" | null = null;
  const stop = (reason: "stopped" | "time_limit") => {
    cause ??= reason;
    // With -nostdin ffmpeg 7 ignores SIGTERM, and without it first finishes its files, which nobody needs.
    child.kill("SIGKILL");
  };
  const onAbort = () => stop("stopped");
  options.signal?.addEventListener("abort", onAbort);
  const limit = createTimeLimit(options.timeLimitSeconds * 1000, () => stop("time_limit"));
  const endTurn = mayPause ? takeTurns(child, options, limit) : () => undefined;
  try {
    const { code, signal } = await waitForExit(child);
    if (cause === "stopped") throw stoppedError();
    if (cause === "time_limit") throw timeLimitError(options.timeLimitSeconds);
    // Exit codes of nice and setpriv if they can't start the program.
    if (code === 126 || code === 127) throw startError(new Error(stderr));
    // ffmpeg exits like this when something else sends it SIGTERM, such as a service manager.
    if (code === 255 && stderr === "") throw toAdapterError("SIGTERM", stderr);
    if (code !== 0) throw toAdapterError(signal, stderr);
    if (writeFailure !== null) throw toAdapterError(null, writeFailure);
  } finally {
    endTurn();
    limit.pause();
    options.signal?.removeEventListener("abort", onAbort);
  }
}

function effectiveNiceness({ niceness, turnKey }: RunOptions): number {
  return niceness ?? (turnKey === undefined ? shortNiceness : conversionNiceness);
}

/** Takes turns from its first progress on: `setpriv`, if it was paused before it replaced itself, would outlive a crash of this process. */
function takeTurns(child: ChildProcess, options: RunOptions, limit: Pausable): () => void {
  const { turnKey } = options;
  if (turnKey === undefined) return () => undefined;
  const pause = () => {
    limit.pause();
    child.kill("SIGSTOP");
  };
  const resume = () => {
    child.kill("SIGCONT");
    limit.resume();
  };
  let endTurn: (() => void) | undefined;
  child.stdout?.once("data", () => {
    endTurn = conversionTurns.join({ file: turnKey, niceness: effectiveNiceness(options), pause, resume });
  });
  return () => endTurn?.();
}

function waitForExit(child: ChildProcess): Promise<{ code: number | null; signal: string | null }> {
  return new Promise((resolve, reject) => {
    child.on("error", (cause) => reject(startError(cause)));
    child.on("close", (code, signal) => resolve({ code, signal }));
  });
}

function followProgress(output: Readable, onProgress: RunOptions["onProgress"]): void {
  let now: Progress = { outTimeSeconds: 0, frame: 0 };
  createInterface(output).on("line", (line) => {
    const [name, value] = line.split("=");
    const number = Number(value);
    if (name === "frame" && number >= 0) now = { ...now, frame: number };
    if (name === "out_time_us" && number >= 0) now = { ...now, outTimeSeconds: number / 1e6 };
    if (name === "progress") onProgress?.(now);
  });
}

interface Installed {
  setpriv: boolean;
  nice: boolean;
  prlimit: boolean;
}

let cachedInstallation: Promise<Installed> | undefined;

function installed(): Promise<Installed> {
  const has = (tool: string) =>
    access(tool, constants.X_OK).then(
      () => true,
      () => false,
    );
  const detect = async () => ({
    setpriv: await has("/usr/bin/setpriv"),
    nice: await has("/usr/bin/nice"),
    prlimit: await has("/usr/bin/prlimit"),
  });
  return (cachedInstallation ??= detect());
}

/**
 * The command that runs a program through `setpriv`, `nice` and `prlimit`, as far as installed. Each replaces
 * itself by the next.
 */
export async function withResourceLimits(
  program: string,
  niceness = shortNiceness,
): Promise<[string, ...string[]]> {
  const { setpriv, nice, prlimit } = await installed();
  let command: [string, ...string[]] = [program];
  if (prlimit) command = ["/usr/bin/prlimit", `--data=${maxMemoryBytes}`, ...command];
  if (nice) command = ["/usr/bin/nice", "-n", String(niceness), ...command];
  return setpriv ? ["/usr/bin/setpriv", "--pdeathsig", "KILL", ...command] : command;
}

function stoppedError(): AdapterError {
  return new AdapterError({
    kind: "retry",
    code: "stopped",
    message: "The processing of this video was stopped.",
  });
}

function startError(cause: Error): AdapterError {
  const message = `ffmpeg can't be started (${cause.message.trim()}). Check that it is still installed.`;
  return new AdapterError({ kind: "needs-user", code: "ffmpeg_missing", message, cause });
}

function timeLimitError(seconds: number): AdapterError {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const message = `This video can't be prepared within ${minutes === 1 ? "a minute" : `${minutes} minutes`}. Export it as H.264 in MP4 and upload that.`;
  return new AdapterError({ kind: "permanent", code: "time_limit", message });
}

const noSpace = /No space left on device|Disk quota exceeded/;

/**
 * Shows that an output is incomplete. ffmpeg up to 7.1 exits with 0 then: `tee` continues with its other
 * outputs even if set to abort.
 */
const writeFailed = new RegExp(String.raw`Slave muxer #\d+ failed|${noSpace.source}`);

const knownErrors: readonly { pattern: RegExp; kind: AdapterError["kind"]; code: string; message: string }[] =
  [
    {
      pattern: noSpace,
      kind: "needs-user",
      code: "no_space",
      message: "The disk is full. Free some space. Processing then continues automatically.",
    },
    {
      pattern: /Cannot allocate memory/,
      kind: "retry",
      code: "out_of_memory",
      message: "There was not enough memory to process this video.",
    },
    {
      pattern: /no decoder found for|could not find codec|Decoder .* not found/i,
      kind: "permanent",
      code: "unknown_codec",
      message: "This video uses a codec that can't be read. Export it as H.264 in MP4 and upload that.",
    },
    {
      pattern:
        /Invalid data found|moov atom not found|Error while decoding|format not on whitelist|Picture size .* is invalid|matches no streams|does not contain any stream/i,
      kind: "permanent",
      code: "unreadable",
      message: "This video can't be read. Export it again and upload the new file.",
    },
  ];

function toAdapterError(signal: string | null, stderr: string): AdapterError {
  const cause = new Error(stderr.trim() || "ffmpeg printed no error");
  const knownError = knownErrors.find(({ pattern }) => pattern.test(stderr));
  if (knownError) {
    const { kind, code, message } = knownError;
    return new AdapterError({ kind, code, message, cause });
  }
  if (signal) {
    const message = `The system ended the processing of this video (${signal}).`;
    return new AdapterError({ kind: "retry", code: "killed", message, cause });
  }
  return new AdapterError({
    kind: "permanent",
    code: "ffmpeg_failed",
    message: "This video can't be processed. Export it as H.264 in MP4 and upload it again.",
    cause,
  });
}
