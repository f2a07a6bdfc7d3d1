import { z } from "zod";

import { maxDescriptionBytes, utf8Bytes } from "#modules/tasks/rules/platform-limits.ts";

import { videoTags } from "./details.ts";
import { publishOptions } from "./options.ts";

export const maxPresets = 50;

export const presetName = z
  .string()
  .trim()
  .min(1, "Enter a name for the preset.")
  .max(60, "Use at most 60 characters.")
  // oxlint-disable-next-line no-control-regex -- PostgreSQL can't store NUL.
  .regex(/^[^\0]*$/, "Use only printable characters in the name.");

/** The details that a preset stores: everything but what belongs to one video, its title and its day of recording. */
export const presetDetails = z.object({
  // oxlint-disable-next-line no-control-regex -- as above.
  description: z
    .string()
    .regex(/^[^\0]*$/)
    .refine((text) => utf8Bytes(text) <= maxDescriptionBytes),
  tags: videoTags,
  madeForKids: z.boolean(),
  options: publishOptions.omit({ recordingDate: true }),
});
export type PresetDetails = z.output<typeof presetDetails>;
