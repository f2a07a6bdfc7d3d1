import { z } from "zod";

import { lineText, splitTags } from "#core/written-text.ts";

/** YouTube's limit for all tags together, counted by `tagLength`. */
export const maxTagsLength = 500;

/** The length of tags as YouTube counts it: with quotes around a tag with a space, and commas between tags. */
export function tagLength(tags: readonly string[]): number {
  const each = tags.reduce((sum, tag) => sum + tag.length + (tag.includes(" ") ? 2 : 0), 0);
  return each + Math.max(0, tags.length - 1);
}

/** A tag with commas is several ones, as at YouTube. */
export const videoTags = z
  .array(lineText().regex(/^[^<>]*$/, "Remove < and > from the tags: YouTube doesn't allow them."))
  .overwrite((tags) => splitTags(tags.join(",")))
  .refine(
    (tags) => tagLength(tags) <= maxTagsLength,
    "Remove some tags: YouTube allows at most 500 characters for all tags.",
  );
