import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { promisify } from "node:util";

import { loudnessFilters } from "./loudness-log.ts";

/** The oldest release with which every test of this adapter passes. */
export const minimumVersion = "7.0";

/** libavcodec of that release, by which builds of the development branch are compared: they carry no release number. */
const minimumLibavcodec = 61;

/** A usable program's report about itself. */
export interface CheckedProgram {
  /** As printed: `7.1.5-0+deb13u1`, `n7.0-7-gd38bf5e08e`, `N-114291-g1eb4b3f1a2`. */
  version: string;
  /** Has the filters that convert high dynamic range to standard (zscale and tonemap). */
  toneMaps: boolean;
  /** Has the filters that measure loudness. */
  measuresLoudness: boolean;
}

const run = promisify(execFile);

/** Names that must appear in the lists that ffmpeg prints. */
const needed: readonly { list: string; names: readonly string[] }[] = [
  { list: "-encoders", names: ["libx264", "aac", "mjpeg"] },
  { list: "-muxers", names: ["hls", "mp4", "tee", "image2"] },
  { list: "-filters", names: ["scale", "fps", "tile", "aresample", "bwdif", "tpad"] },
];

export const notFound = "does not exist or is not executable";

/**
 * Checks that a program is an ffmpeg that Reelay can use: version 7.0 or later, able to make H.264, AAC, JPEG and HLS.
 * Returns what it reports about itself, or the reason why it can't be used as a clause ("is version 5.1.9, …").
 */
export async function checkProgram(program: string): Promise<CheckedProgram | string> {
  try {
    await access(program, constants.X_OK);
  } catch {
    return notFound;
  }
  const print = async (what: string) =>
    (await run(program, ["-hide_banner", what], { timeout: 20_000 })).stdout;
  try {
    const banner = await print("-version");
    const version = /^ffmpeg version (\S+)/.exec(banner)?.[1] ?? "unknown";
    if (!isAccepted(version, banner)) return `is version ${version}, older than ${minimumVersion}`;
    const filters = await print("-filters");
    for (const { list, names } of needed) {
      const printed = list === "-filters" ? filters : await print(list);
      const missing = names.filter((name) => !lists(printed, name));
      if (missing.length > 0) return `is version ${version}, built without ${missing.join(", ")}`;
    }
    const has = (names: readonly string[]) => names.every((name) => lists(filters, name));
    return { version, toneMaps: has(["zscale", "tonemap"]), measuresLoudness: has(loudnessFilters) };
  } catch (error) {
    return `does not run (${error instanceof Error ? error.message.split("\n")[0] : "unknown reason"})`;
  }
}

function lists(printed: string, name: string): boolean {
  return printed.split("\n").some((line) => line.trim().split(/\s+/)[1] === name);
}

/**
 * Whether `version`, as ffmpeg or a package manager prints it, is the minimum or later. `banner` is what `-version`
 * prints: it decides for builds without a release number.
 */
export function isAccepted(version: string, banner = ""): boolean {
  const [, major, minor] = /^n?(\d{1,3})\.(\d+)/.exec(version) ?? [];
  if (major === undefined) return Number(/libavcodec\s+(\d+)\./.exec(banner)?.[1]) >= minimumLibavcodec;
  const [minMajor = 0, minMinor = 0] = minimumVersion.split(".").map(Number);
  return Number(major) > minMajor || (Number(major) === minMajor && Number(minor) >= minMinor);
}

/** The version without its epoch (`7.1.5-0+deb13u1`) that `apt-cache policy` says would be installed, or null. */
export function candidateVersion(policy: string): string | null {
  return /^ *Candidate: (?:\d+:)?(\d\S*)$/m.exec(policy)?.[1] ?? null;
}
