import { z } from "zod";

import { languageTag } from "./options.ts";

/** Bytes of a caption file. YouTube's own limit is 100 MB. */
export const maxCaptionFileBytes = 700_000;
/** YouTube's limit for the name of a caption track. */
const maxNameLength = 150;
export const maxCaptions = 30;

export const captionFile = z.object({
  language: languageTag,
  /** Distinguishes several tracks of a language. */
  name: z
    .string()
    .trim()
    .max(maxNameLength, `Use at most ${maxNameLength} characters in the name.`)
    .default(""),
  fileName: z.string().trim().min(1).max(255),
  // oxlint-disable-next-line no-control-regex -- PostgreSQL can't store NUL.
  content: z.string().regex(/^[^\0]*$/, "This file isn't text. Choose an SRT or VTT file."),
});

/** Cues of a caption file, or the first line that is wrong. */
export type CheckedCaptions = { cues: number; problem: null } | { cues: 0; problem: string };

const time = String.raw`(?:(\d{2,}):)?([0-5]\d):([0-5]\d)[.,](\d{3})`;
const timing = new RegExp(String.raw`^${time}[ \t]+-->[ \t]+${time}(?:[ \t]+(.*))?$`);

/**
 * Checks the content of an SRT (SubRip) or VTT (WebVTT) file. The problem names the line, counted from 1, and what to
 * change.
 */
export function checkCaptions(content: string): CheckedCaptions {
  const lines = content.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  const isVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? "");
  let cues = 0;
  let lastStart = 0;
  for (const block of blocksOf(isVtt ? ["", ...lines.slice(1)] : lines)) {
    if (isVtt && (cues === 0 && block.first === 2 ? isHeader(block) : isNote(block))) continue;
    const read = readCue(block, isVtt);
    if (typeof read === "string") return { cues: 0, problem: read };
    if (read.start < lastStart) {
      return refused(read.line, "this cue starts before the one above it. Put the cues in order.");
    }
    lastStart = read.start;
    cues += 1;
  }
  return cues > 0 ? { cues, problem: null } : refused(1, "the file has no cues. Choose an SRT or VTT file.");
}

interface Block {
  /** Number of the first line. */
  first: number;
  lines: string[];
}

/** The groups of lines between empty lines. */
function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") {
      open = null;
      continue;
    }
    if (!open) blocks.push((open = { first: index + 1, lines: [] }));
    open.lines.push(line);
  }
  return blocks;
}

/** The lines right below `WEBVTT`, up to the first empty line. */
function isHeader({ lines }: Block): boolean {
  return !lines.some((line) => line.includes("-->"));
}

function isNote({ lines }: Block): boolean {
  return /^(?:NOTE|STYLE|REGION)\b/.test(lines[0] ?? "");
}

/** The start of a cue in milliseconds, or what is wrong with it. */
function readCue({ first, lines }: Block, isVtt: boolean): { line: number; start: number } | string {
  const at = lines[0]?.includes("-->") ? 0 : 1;
  const line = first + at;
  const text = lines[at];
  const example = isVtt ? "00:00:01.000 --> 00:00:04.000" : "00:00:01,000 --> 00:00:04,000";
  const found = timing.exec(text?.trim() ?? "");
  if (text === undefined || !found) {
    return problemAt(text === undefined ? first : line, `times are expected here, such as ${example}.`);
  }
  if (!isVtt && (found[1] === undefined || found[5] === undefined)) {
    return problemAt(line, `SRT times have hours, such as ${example}.`);
  }
  const start = milliseconds(found.slice(1, 5));
  if (milliseconds(found.slice(5, 9)) <= start) return problemAt(line, "the cue ends before it starts.");
  if (lines.length === at + 1) return problemAt(line, "the text of this cue is missing below its times.");
  return { line, start };
}

function milliseconds([hours = "0", minutes = "0", seconds = "0", rest = "0"]: readonly (
  | string
  | undefined
)[]) {
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(rest);
}

function problemAt(line: number, problem: string): string {
  return `Line ${line}: ${problem}`;
}

function refused(line: number, problem: string): CheckedCaptions {
  return { cues: 0, problem: problemAt(line, problem) };
}
