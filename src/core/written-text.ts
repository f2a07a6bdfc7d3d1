import { z } from "zod";

/** Only white space and characters that nothing is drawn for, such as U+200B, U+2060, U+3164 and U+2800. */
const blank = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]*$/u;

/** Whether a reader would see nothing of a text. */
export function isBlank(text: string): boolean {
  return blank.test(text);
}

// NUL is not replaced but refused below: PostgreSQL can't store it.
const inLines = /(?:(?!\0)[\p{Cc}\p{Zl}\p{Zp}])+/gu;
const inParagraphs = /\r\n|(?![\0\t])[\p{Cc}\p{Zl}\p{Zp}]/gu;

function written(replaced: RegExp, by: string, missing: string | undefined) {
  return z
    .string(missing)
    .overwrite((text) => text.replace(replaced, by))
    .overwrite((text) => (isBlank(text) && !text.includes("\0") ? "" : text))
    .refine((text) => !text.includes("\0"), "This text contains a character that can't be stored.");
}

/** A text of one line, such as a title: line breaks and control characters become a space. Empty if it is blank. */
export const lineText = (missing?: string) => written(inLines, " ", missing).trim();

/** A text with line breaks, which all control characters but tabs become. Empty if it is blank. */
export const paragraphText = (missing?: string) => written(inParagraphs, "\n", missing);

/** Commas of several scripts, and the separators of a copied table or list. */
export const tagSeparators = /[,，、،\n\r\t]/u;

/** The tags in a text: trimmed, without blank ones and repetitions. */
export function splitTags(text: string): string[] {
  const tags = text.split(tagSeparators).map((tag) => tag.trim());
  return [...new Set(tags)].filter((tag) => !isBlank(tag));
}
