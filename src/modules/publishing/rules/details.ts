import { z } from "zod";

import { lineText, paragraphText } from "#core/written-text.ts";
import { maxDescriptionBytes, maxTitleLength, utf8Bytes } from "#modules/tasks/rules/platform-limits.ts";
import { videoTags } from "#modules/tasks/rules/video-tags.ts";

const noBrackets = /^[^<>]*$/;

export const videoTitle = lineText("video title is required")
  .min(1, "video title is required")
  // YouTube counts UTF-16 units; zod's max() does not.
  .refine((text) => text.length <= maxTitleLength, `Use at most ${maxTitleLength} characters in the title.`)
  .regex(noBrackets, "Remove < and > from the title: YouTube doesn't allow them.");

export const videoDescription = paragraphText("video description is required")
  .trim()
  .min(1, "video description is required")
  .refine(
    (text) => utf8Bytes(text) <= maxDescriptionBytes,
    "Shorten the description: YouTube allows at most 5,000 bytes.",
  )
  .regex(noBrackets, "Remove < and > from the description: YouTube doesn't allow them.");

/** The texts of a video at the platform. */
export const videoTexts = z.object({ title: videoTitle, description: videoDescription, tags: videoTags });
export type VideoTexts = z.output<typeof videoTexts>;

/** Texts as platforms get them: those that an earlier version has stored may contain control characters. */
export function platformTexts({ title, description, tags }: VideoTexts): VideoTexts {
  const texts = { title, description, tags };
  return videoTexts.safeParse(texts).data ?? texts;
}

/** The details of a video at the platform. */
export const videoDetails = videoTexts.extend({ madeForKids: z.boolean() });
