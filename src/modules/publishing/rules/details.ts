import { z } from "zod";

import { longestDescriptionBytes, longestTitle, utf8Bytes } from "#modules/tasks/rules/platform-limits.ts";

/** Video platform reference 2.4: all tags together, counted by `tagLength`. */
export const longestTags = 500;

/** The terms that the person agrees to with every upload (platform reference 3.1). */
export const termsUrl = "https://www.youtube.com/t/terms";

// oxlint-disable-next-line no-control-regex -- the database can't store it
const noBrackets = /^[^<>\0]*$/;

/** The platform's count: a tag with a space counts as if quoted, and commas between tags count too. */
export function tagLength(tags: readonly string[]): number {
  const each = tags.reduce((sum, tag) => sum + tag.length + (tag.includes(" ") ? 2 : 0), 0);
  return each + Math.max(0, tags.length - 1);
}

export const videoTitle = z
  .string("video title is required")
  .trim()
  .min(1, "video title is required")
  // In UTF-16 units, which zod's own max() does not count.
  .refine(
    (text) => text.length <= longestTitle,
    `YouTube takes at most ${longestTitle} characters in a title.`,
  )
  .regex(noBrackets, "YouTube takes no < or > in a title.");

export const videoDescription = z
  .string("video description is required")
  .trim()
  .min(1, "video description is required")
  .refine(
    (text) => utf8Bytes(text) <= longestDescriptionBytes,
    "YouTube takes at most 5,000 bytes here. Shorten it.",
  )
  .regex(noBrackets, "YouTube takes no < or > in a description.");

export const videoTags = z
  .array(z.string().trim().min(1).max(longestTags).regex(noBrackets, "YouTube takes no < or > in a tag."))
  .refine(
    (tags) => tagLength(tags) <= longestTags,
    "All tags together may have 500 characters. Remove some.",
  );

/** What a creator fills in before the video goes to the platform. */
export const videoDetails = z.object({
  title: videoTitle,
  description: videoDescription,
  tags: videoTags,
  madeForKids: z.boolean(),
});
export type VideoDetails = z.output<typeof videoDetails>;
