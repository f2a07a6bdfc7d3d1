import { z } from "zod";

import { lineText, paragraphText } from "#core/written-text.ts";
import { maxDescriptionBytes, utf8Bytes } from "#modules/tasks/rules/platform-limits.ts";
import { videoTags } from "#modules/tasks/rules/video-tags.ts";

import { publishOptions } from "./options.ts";

export const maxPresets = 50;

export const presetName = lineText()
  .min(1, "Enter a name for the preset.")
  .max(60, "Use at most 60 characters.");

/** The details that a preset stores: everything but what belongs to one video, its title and its day of recording. */
export const presetDetails = z.object({
  description: paragraphText().refine((text) => utf8Bytes(text) <= maxDescriptionBytes),
  tags: videoTags,
  madeForKids: z.boolean(),
  options: publishOptions.omit({ recordingDate: true }),
});
export type PresetDetails = z.output<typeof presetDetails>;

/** The details as they are stored: earlier versions accepted texts that `presetDetails` refuses. */
export const storedPresetDetails = presetDetails.extend({
  description: z.string(),
  tags: z.array(z.string()),
});
