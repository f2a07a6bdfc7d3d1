import { z } from "zod";

import { maxDescriptionBytes, maxTitleLength, utf8Bytes } from "#modules/tasks/rules/platform-limits.ts";

/** YouTube's limit for all tags together, counted by `tagLength`. */
export const maxTagsLength = 500;

// oxlint-disable-next-line no-control-regex -- PostgreSQL can't store NUL, which JSON in a form may contain.
const noBrackets = /^[^<>\0]*$/;

/** The length of tags as YouTube counts it: with quotes around a tag with a space, and commas between tags. */
export function tagLength(tags: readonly string[]): number {
  const each = tags.reduce((sum, tag) => sum + tag.length + (tag.includes(" ") ? 2 : 0), 0);
  return each + Math.max(0, tags.length - 1);
}

export const videoTitle = z
  .string("video title is required")
  .trim()
  .min(1, "video title is required")
  // YouTube counts UTF-16 units; zod's max() does not.
  .refine((text) => text.length <= maxTitleLength, `Use at most ${maxTitleLength} characters in the title.`)
  .regex(noBrackets, "Remove < and > from the title: YouTube doesn't allow them.");

export const videoDescription = z
  .string("video description is required")
  .trim()
  .min(1, "video description is required")
  .refine(
    (text) => utf8Bytes(text) <= maxDescriptionBytes,
    "Shorten the description: YouTube allows at most 5,000 bytes.",
  )
  .regex(noBrackets, "Remove < and > from the description: YouTube doesn't allow them.");

export const videoTags = z
  .array(
    z
      .string()
      .trim()
      .min(1)
      .max(maxTagsLength)
      .regex(noBrackets, "Remove < and > from the tags: YouTube doesn't allow them."),
  )
  .refine(
    (tags) => tagLength(tags) <= maxTagsLength,
    "Remove some tags: YouTube allows at most 500 characters for all tags.",
  );

/** The texts of a video at the platform. */
export const videoTexts = z.object({ title: videoTitle, description: videoDescription, tags: videoTags });
export type VideoTexts = z.output<typeof videoTexts>;

/** The details of a video at the platform. */
export const videoDetails = videoTexts.extend({ madeForKids: z.boolean() });
