import { z } from "zod";

import { readCaptions, writeCaptions } from "#core/caption-text.ts";
import { lineText } from "#core/written-text.ts";

import { languageTag } from "./options.ts";

/** Bytes of a caption file. YouTube's own limit is 100 MB. */
export const maxCaptionFileBytes = 700_000;
/** YouTube's limit for the name of a caption track. */
const maxNameLength = 150;
export const maxCaptions = 30;

export const captionFile = z.object({
  language: languageTag,
  /** Distinguishes several tracks of a language. */
  name: lineText().max(maxNameLength, `Use at most ${maxNameLength} characters in the name.`).default(""),
  fileName: z.string().trim().min(1).max(255),
  // oxlint-disable-next-line no-control-regex -- PostgreSQL can't store NUL.
  content: z.string().regex(/^[^\0]*$/, "This file isn't text. Choose an SRT or VTT file."),
});

/** A caption file as it is stored and sent, and the number of its cues, or the first line that is wrong. */
export type CheckedCaptions =
  | { content: string; cues: number; problem: null }
  | { content: null; cues: 0; problem: string };

/**
 * Reads the content of an SRT (SubRip) or VTT (WebVTT) file, and writes it as platforms expect it. The problem names the line,
 * counted from 1, and what to change.
 */
export function checkCaptions(content: string): CheckedCaptions {
  const read = readCaptions(content);
  if ("problem" in read) return { content: null, cues: 0, problem: `Line ${read.line}: ${read.problem}` };
  return { content: writeCaptions(read), cues: read.cues.length, problem: null };
}
