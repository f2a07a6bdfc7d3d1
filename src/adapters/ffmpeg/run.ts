import { type ChildProcess, spawn } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";

import { AdapterError } from "#core/adapter-error.ts";

import type { Ffmpeg } from "./ffmpeg.ts";

export interface Progress {
  /** Seconds of the output that exist. */
  outTimeSeconds: number;
  frame: number;
}

export interface RunOptions {
  args: readonly string[];
  /** Relative output names are made here. */
  cwd?: string;
  /** Calls the run off: SIGTERM, three seconds later SIGKILL. */
  signal?: AbortSignal | undefined;
  /** A run that takes longer is stopped (`time_limit`). */
  timeLimitSeconds: number;
  /** 0 (normal) to 19 (only when nothing else runs). */
  niceness?: number;
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Takes what ffmpeg writes to `pipe:3`. */
  onData?: ((chunk: Buffer) => void) | undefined;
}

const graceSeconds = 3;
/** Of data of its own; 8K pictures of deep colour need about half. */
const mostMemoryBytes = 4 * 1024 ** 3;
const keptStderr = 8192;
const defaultNiceness = 10;

/** Containers of video and sound; no playlists (hls, concat), which would read other files, and no still pictures. */
const videoFormats =
  "mov,matroska,avi,mxf,mpegts,mpeg,mpegvideo,asf,flv,ogg,dv,gxf,nut,h264,hevc,ivf,obu,m4v,rm,wtv,mp3,aac,wav,flac";

/** Writes named options as ffmpeg's arguments: `{ "c:v": "libx264" }` becomes `-c:v libx264`. */
export function options(named: Record<string, string | number>): string[] {
  return Object.entries(named).flatMap(([name, value]) => [`-${name}`, String(value)]);
}

/** Opens `file`: a local file of a known format, with no picture larger than `maxSide` squared. */
export function sourceArgs(file: string, maxSide = 8192): string[] {
  return options({
    protocol_whitelist: "file,pipe",
    format_whitelist: videoFormats,
    max_pixels: maxSide * maxSide,
    i: `file:${file}`,
  });
}

/**
 * Runs ffmpeg without input or network, at low priority, with at most 4 GiB of memory, bound to this process's life where
 * the system can do that.
 * Rejects with a `AdapterError` (`stopped`, `time_limit`, `no_space`, `out_of_memory`, `killed`, `unreadable`,
 * `unknown_codec`, `ffmpeg_missing`, `ffmpeg_failed`) that carries the end of what ffmpeg said.
 */
export async function runFfmpeg(ffmpeg: Pick<Ffmpeg, "path">, options: RunOptions): Promise<void> {
  if (options.signal?.aborted) throw stopped();
  const own = [
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
  const [program, ...before] = await limited(ffmpeg.path, options.niceness);
  const child = spawn(program, [...before, ...own, ...options.args], {
    cwd: options.cwd,
    stdio: ["ignore", "pipe", "pipe", options.onData ? "pipe" : "ignore"],
    windowsHide: true,
  });

  let said = "";
  let writeFailure: string | null = null;
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-keptStderr);
    if (writeFailed.test(said)) writeFailure ??= said;
  });
  const [, , , data] = child.stdio;
  if (options.onData && data instanceof Readable) data.on("data", options.onData);
  if (child.stdout) followProgress(child.stdout, options.onProgress);

  let cause: "stopped" | "time_limit" | null = null;
  let killing: NodeJS.Timeout | undefined;
  const stop = (reason: "stopped" | "time_limit") => {
    cause ??= reason;
    child.kill("SIGTERM");
    killing ??= setTimeout(() => child.kill("SIGKILL"), graceSeconds * 1000);
  };
  const onAbort = () => stop("stopped");
  options.signal?.addEventListener("abort", onAbort);
  const limit = setTimeout(() => stop("time_limit"), options.timeLimitSeconds * 1000);
  try {
    const { code, signal } = await ending(child);
    if (cause === "stopped") throw stopped();
    if (cause === "time_limit") throw overTime(options.timeLimitSeconds);
    // What nice and setpriv answer when they can't start a program.
    if (code === 126 || code === 127) throw notStarted(new Error(said));
    // ffmpeg says nothing and answers so when somebody else has asked it to end, as a service manager does.
    if (code === 255 && said === "") throw sorted("SIGTERM", said);
    if (code !== 0) throw sorted(signal, said);
    if (writeFailure !== null) throw sorted(null, writeFailure);
  } finally {
    clearTimeout(limit);
    clearTimeout(killing);
    options.signal?.removeEventListener("abort", onAbort);
  }
}

function ending(child: ChildProcess): Promise<{ code: number | null; signal: string | null }> {
  return new Promise((resolve, reject) => {
    child.on("error", (cause) => reject(notStarted(cause)));
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

let found: Promise<{ setpriv: boolean; nice: boolean; prlimit: boolean }> | undefined;

/** Puts `setpriv`, `nice` and `prlimit` before a program where the system has them: each replaces itself by the next. */
export async function limited(program: string, niceness = defaultNiceness): Promise<[string, ...string[]]> {
  const has = (tool: string) =>
    access(tool, constants.X_OK).then(
      () => true,
      () => false,
    );
  const look = async () => ({
    setpriv: await has("/usr/bin/setpriv"),
    nice: await has("/usr/bin/nice"),
    prlimit: await has("/usr/bin/prlimit"),
  });
  const { setpriv, nice, prlimit } = await (found ??= look());
  let command: [string, ...string[]] = [program];
  if (prlimit) command = ["/usr/bin/prlimit", `--data=${mostMemoryBytes}`, ...command];
  if (nice) command = ["/usr/bin/nice", "-n", String(niceness), ...command];
  return setpriv ? ["/usr/bin/setpriv", "--pdeathsig", "KILL", ...command] : command;
}

function stopped(): AdapterError {
  return new AdapterError({
    kind: "retry",
    code: "stopped",
    message: "The work on this video was stopped.",
  });
}

function notStarted(cause: Error): AdapterError {
  const message = `ffmpeg can't be started (${cause.message.trim()}). Check that it is still installed.`;
  return new AdapterError({ kind: "needs-user", code: "ffmpeg_missing", message, cause });
}

function overTime(seconds: number): AdapterError {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const message = `This video can't be prepared within ${minutes === 1 ? "a minute" : `${minutes} minutes`}. Export it as H.264 in MP4 and upload that.`;
  return new AdapterError({ kind: "permanent", code: "time_limit", message });
}

const noSpace = /No space left on device|Disk quota exceeded/;

/**
 * An output is incomplete. Up to 7.1 ffmpeg exits with 0 then: `tee` goes on with its other outputs, also when told to
 * abort, and 5.1 ignores every error at the end of an output.
 */
const writeFailed = new RegExp(String.raw`Slave muxer #\d+ failed|${noSpace.source}`);

const endings: readonly { said: RegExp; kind: AdapterError["kind"]; code: string; message: string }[] = [
  {
    said: noSpace,
    kind: "needs-user",
    code: "no_space",
    message: "The disk is full. Free some space; the work goes on by itself.",
  },
  {
    said: /Cannot allocate memory/,
    kind: "retry",
    code: "out_of_memory",
    message: "There was not enough memory to work on this video.",
  },
  {
    said: /no decoder found for|could not find codec|Decoder .* not found/i,
    kind: "permanent",
    code: "unknown_codec",
    message: "This video is coded in a way that can't be read. Export it as H.264 in MP4 and upload that.",
  },
  {
    said: /Invalid data found|moov atom not found|Error while decoding|format not on whitelist|Picture size .* is invalid|matches no streams|does not contain any stream/i,
    kind: "permanent",
    code: "unreadable",
    message: "This video can't be read. Export it again and upload the new file.",
  },
];

function sorted(signal: string | null, said: string): AdapterError {
  const cause = new Error(said.trim() || "ffmpeg said nothing");
  const known = endings.find((ending) => ending.said.test(said));
  if (known) return new AdapterError({ kind: known.kind, code: known.code, message: known.message, cause });
  if (signal) {
    const message = `The work on this video was ended by the system (${signal}).`;
    return new AdapterError({ kind: "retry", code: "killed", message, cause });
  }
  const last = said.trim().split("\n").at(-1) ?? "";
  return new AdapterError({
    kind: "permanent",
    code: "ffmpeg_failed",
    message: `This video can't be prepared (${last}).`,
    cause,
  });
}
