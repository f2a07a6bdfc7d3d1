import { type RubbishReason, rubbishReason } from "#modules/footage/rules/card-rubbish.ts";
import { cleanPath, pathProblems } from "#modules/footage/rules/paths.ts";
import { maxVideoBytes } from "#modules/media/rules/limits.ts";

import type { ChosenFile } from "./collect-files.ts";

/** Larger files are sent two at a time, in bytes. */
const largeFileBytes = 64 * 1024 * 1024;
/** Files that are sent at once: all of them small, or some of them large. */
const parallel = { small: 4, large: 2 };
/** The next files are announced when fewer than this are ready to be sent. */
const fewReady = 50;

export interface LeftOutFile {
  path: string;
  reason: RubbishReason;
}

/** A file that isn't sent, with a sentence on why. */
export interface RefusedFile {
  path: string;
  reason: string;
}

export interface SortedFiles {
  accepted: ChosenFile[];
  leftOut: LeftOutFile[];
  refused: RefusedFile[];
}

/** Separates what is sent from what is left out or refused, before anything is sent. Paths of accepted files are clean. */
export function sortFiles(files: readonly ChosenFile[]): SortedFiles {
  const sorted: SortedFiles = { accepted: [], leftOut: [], refused: [] };
  for (const chosen of files) {
    const { path, file } = chosen;
    const rubbish = rubbishReason(path);
    const clean = cleanPath(path);
    if (rubbish) sorted.leftOut.push({ path, reason: rubbish });
    else if ("problem" in clean) sorted.refused.push({ path, reason: pathProblems[clean.problem] });
    else if (file.size > maxVideoBytes) sorted.refused.push({ path, reason: "Files can have up to 256 GB." });
    else sorted.accepted.push({ ...chosen, path: clean.path });
  }
  return sorted;
}

/** Whether a file of `next` bytes may start beside the ones that are being sent. */
export function mayStart(active: readonly number[], next: number): boolean {
  const isLarge = [...active, next].some((bytes) => bytes > largeFileBytes);
  return active.length < (isLarge ? parallel.large : parallel.small);
}

/** Whether the next batch is announced: shortly before it is sent, since each announced file is an upload on the server. */
export function mayAnnounce({ ready, waiting }: { ready: number; waiting: number }): boolean {
  return waiting > 0 && ready < fewReady;
}

/** Whether a file on disk is another one than the one that was chosen. */
export function isChanged(before: File, after: File): boolean {
  return before.size !== after.size || before.lastModified !== after.lastModified;
}
