import { z } from "zod";

/** Lines over the picture. `shorts` marks what YouTube Shorts covers of a vertical video. */
export const guideKinds = ["action_safe", "title_safe", "center", "thirds", "shorts"] as const;
export type GuideKind = (typeof guideKinds)[number];

/** Guides that are displayed over a picture. */
export const guides = z.object({
  kinds: z.array(z.enum(guideKinds)).max(guideKinds.length),
  /** Width divided by height of the part that a mask leaves free; null without a mask. */
  maskRatio: z.number().min(0.2).max(5).nullable(),
});
export type Guides = z.output<typeof guides>;

export const noGuides: Guides = { kinds: [], maskRatio: null };
